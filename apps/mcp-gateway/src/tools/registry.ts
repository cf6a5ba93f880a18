import type { Tool } from './define-tool.js';

/** Every tool of the server, in the order clients see them: one import and one line each (contract: Tool server interface). */
export const TOOLS: readonly Tool[] = [];
