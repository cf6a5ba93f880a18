process.env.TWO_OF_EACH = 'true';
import '../../mcp/messaging-send.spec.js';
