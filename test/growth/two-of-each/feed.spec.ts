process.env.TWO_OF_EACH = 'true';
import '../../events/feed.spec.js';
