import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  InitializeRequestSchema,
  JSONRPCRequestSchema,
  ListPromptsRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { isObject, type Call } from './json-rpc.js';

const EXPECTED = {
  initialize: {
    schema: InitializeRequestSchema,
    sentence:
      'initialize needs protocolVersion (string), capabilities (object) and clientInfo (object with name and version).',
  },
  'tools/call': {
    schema: CallToolRequestSchema,
    sentence: 'tools/call needs name (string) and takes arguments (object).',
  },
  'tools/list': { schema: ListToolsRequestSchema, sentence: 'tools/list takes cursor (string) only.' },
  'prompts/list': { schema: ListPromptsRequestSchema, sentence: 'prompts/list takes cursor (string) only.' },
  'prompts/get': {
    schema: GetPromptRequestSchema,
    sentence: 'prompts/get needs name (string) and takes arguments (an object of strings).',
  },
  'resources/list': { schema: ListResourcesRequestSchema, sentence: 'resources/list takes cursor (string) only.' },
  'resources/templates/list': {
    schema: ListResourceTemplatesRequestSchema,
    sentence: 'resources/templates/list takes cursor (string) only.',
  },
  'resources/read': { schema: ReadResourceRequestSchema, sentence: 'resources/read needs uri (string).' },
  'completion/complete': {
    schema: CompleteRequestSchema,
    sentence: 'completion/complete needs ref (a prompt or a resource template) and argument (name and value).',
  },
  ping: { schema: PingRequestSchema, sentence: 'ping takes no params but _meta (object).' },
};

const BY_METHOD = new Map(Object.entries(EXPECTED));

/** For methods that are unknown: the SDK answers those only when it takes the message for a request. */
const ANY = {
  schema: JSONRPCRequestSchema,
  sentence: 'params._meta must be an object of the shape the protocol gives it.',
};

/**
 * One sentence on what is wrong with the params of a call, or undefined. Asked before the SDK's own parsing, which
 * would answer with an internal error (-32603) and a dump of its schema, or not at all.
 */
export function wrongParams(call: Call): string | undefined {
  if (isPlain(call)) return undefined;
  const { schema, sentence } = BY_METHOD.get(call.method) ?? ANY;
  return schema.safeParse(call).success ? undefined : sentence;
}

/**
 * The two calls that are nearly all there are, in the form that nearly all have; the schemas would say the same for
 * more.
 */
function isPlain({ method, params }: Call): boolean {
  if (method === 'tools/list') return params === undefined;
  if (method !== 'tools/call' || !params) return false;
  const { name, arguments: args, ...others } = params;
  return typeof name === 'string' && (args === undefined || isObject(args)) && Object.keys(others).length === 0;
}

/**
 * Takes the request for task-augmented execution out of a call. Receivers that do not offer tasks must ignore it
 * (revision 2025-11-25); the SDK would refuse the call instead.
 */
export function withoutTask(call: Call): Call {
  if (call.params?.['task'] === undefined) return call;
  const { task: _ignored, ...params } = call.params;
  return { ...call, params };
}
