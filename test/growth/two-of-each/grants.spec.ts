process.env.TWO_OF_EACH = 'true';
import '../../identity/grants.spec.js';
