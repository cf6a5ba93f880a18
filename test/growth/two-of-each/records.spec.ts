process.env.TWO_OF_EACH = 'true';
import '../../rest/relationships.spec.js';
