process.env.TWO_OF_EACH = 'true';
import '../../events/webhooks.spec.js';
