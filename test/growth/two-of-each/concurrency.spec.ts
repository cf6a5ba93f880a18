process.env.TWO_OF_EACH = 'true';
import '../../rest/concurrency.spec.js';
