process.env.TWO_OF_EACH = 'true';
import '../../mcp/product-tools.spec.js';
