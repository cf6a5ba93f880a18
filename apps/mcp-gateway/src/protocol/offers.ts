import type { Result } from '@modelcontextprotocol/sdk/types.js';
import { filledIn } from '../prompts/prompt.js';
import { PROMPTS } from '../prompts/registry.js';
import { complete, type Completing } from '../resources/complete.js';
import { listResources, readResource, type CallTool } from '../resources/resources.js';
import { CODES, refusal } from './json-rpc.js';
import type { Era } from './revisions.js';

/** A request whose parameters were checked (see `wrongParams`). */
interface Asked {
  method: string;
  params?: object;
}

const BY_NAME = new Map(PROMPTS.map((prompt) => [prompt.name, prompt]));

/**
 * Answers what is asked for beside tools: prompts, resources and completions. Undefined where it is none of these.
 *
 * @throws Error with a code of JSON-RPC
 */
export async function offer({ method, params }: Asked, call: CallTool, era: Era): Promise<Result | undefined> {
  switch (method) {
    case 'prompts/get':
      return getPrompt(params as GetPrompt);
    case 'resources/list':
      return kept(60, era, await listResources(call, (params as { cursor?: string } | undefined)?.cursor));
    case 'resources/read':
      return kept(0, era, await readResource(call, (params as { uri: string }).uri, era));
    case 'completion/complete':
      return complete(call, params as Completing);
    default:
      return undefined;
  }
}

/** Revision 2026-07-28 wants to know of such answers how long they may be kept, and that they are one caller's. */
function kept(seconds: number, era: Era, answer: Result): Result {
  return era === 'modern' ? { ...answer, ttlMs: seconds * 1000, cacheScope: 'private' } : answer;
}

interface GetPrompt {
  name: string;
  arguments?: Record<string, unknown>;
}

function getPrompt({ name, arguments: given }: GetPrompt): Result {
  const prompt = BY_NAME.get(name);
  if (!prompt) {
    const message = `Unknown prompt: ${name.slice(0, 64)}. prompts/list names all prompts.`;
    throw refusal(CODES.invalidParams, message, { reason: 'not_found' });
  }
  try {
    return filledIn(prompt, given);
  } catch (error) {
    throw refusal(CODES.invalidParams, (error as Error).message);
  }
}
