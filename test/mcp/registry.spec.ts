import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Tool } from '../../apps/mcp-gateway/src/tools/define-tool.js';
import { INSTRUCTIONS } from '../../apps/mcp-gateway/src/protocol/frozen.js';
import { listTools } from '../../apps/mcp-gateway/src/tools/list-tools.js';
import { TOOLS } from '../../apps/mcp-gateway/src/tools/registry.js';
import { FAKE_TOOLS } from './support/fake-tools.js';

const FOLDER = join(import.meta.dirname, '../../apps/mcp-gateway/src/tools/catalog');

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** Of the list as clients get it. */
const MOST_CHARACTERS = 40_000;
/** Of what is said of the server as a whole. */
const MOST_OF_INSTRUCTIONS = 1500;
/** Of the arguments of one tool; some clients drop tools with longer ones. */
const MOST_BYTES = 4096;

/** Everything that is wrong with a list of tools, as clients and directories see it. */
function faults(tools: readonly Tool[]): string[] {
  const names = tools.map(({ name }) => name);
  const twice = names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${name} is there twice`);
  const cheap = tools
    .filter(({ rows, cost }) => rows && cost !== 'page')
    .map(({ name }) => `${name}: rows cost a page`);
  return [
    ...twice,
    ...cheap,
    ...listTools(tools).flatMap((tool) => faultsOf(tool).map((fault) => `${tool.name}: ${fault}`)),
  ];
}

function faultsOf(tool: ReturnType<typeof listTools>[number]): string[] {
  const { name, title, description, annotations } = tool;
  const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];
  const faulty: [string, boolean][] = [
    ['name', !/^[a-z][a-z0-9_]{2,63}$/.test(name)],
    ['title', title.length < 3 || title.length > 60 || annotations['title'] !== title],
    ['description', description.length < 20 || description.length > 1024],
    ['orders to the model', /\b(always|never|must|you should)\b/i.test(description)],
    ['hints', hints.some((hint) => typeof annotations[hint] !== 'boolean')],
    ['a destructive reader', annotations['readOnlyHint'] === true && annotations['destructiveHint'] === true],
    ['input schema', !isPlainObjectSchema(tool.inputSchema)],
    ['open input', (tool.inputSchema as { additionalProperties?: unknown }).additionalProperties !== false],
    ['output schema', !isPlainObjectSchema({ ...DIALECT, ...tool.outputSchema }) || !isOfAnyDialect(tool.outputSchema)],
  ];
  return faulty.filter(([, wrong]) => wrong).map(([fault]) => fault);
}

/** What says no dialect is read in whichever a client takes for granted. */
function isOfAnyDialect(schema: object): boolean {
  return !('$schema' in schema) && !!new Ajv({ strict: false, validateFormats: false }).compile(schema);
}

const DIALECT = { $schema: 'https://json-schema.org/draft/2020-12/schema' };

/** Clients drop tools, or the whole list, over another dialect, another root, or a union at the root. */
function isPlainObjectSchema(schema: object): boolean {
  const root = schema as Record<string, unknown>;
  const union = ['anyOf', 'oneOf', 'allOf', '$ref'].some((key) => key in root);
  return root['$schema'] === DIALECT.$schema && root['type'] === 'object' && !union && !!ajv.compile(schema);
}

describe('the registry of tools', () => {
  it('holds nothing that a client or a directory refuses', () => {
    expect(faults(TOOLS)).toEqual([]);
  });

  it.each(['send_message', 'get_conversation'])(
    'tells a client of %s not to send again what may have been delivered',
    (name) => {
      const { description } = listTools(TOOLS).find((tool) => tool.name === name)!;
      expect(description).toMatch(/outcome_unknown .*may have been delivered: do not send .*without asking the user/);
    },
  );

  it('takes little of what a model can read: the whole list, and the arguments of each tool', () => {
    const listed = listTools(TOOLS);
    expect(JSON.stringify({ tools: listed }).length).toBeLessThan(MOST_CHARACTERS);
    const sizes = listed.map(({ name, inputSchema }) => ({
      name,
      bytes: Buffer.byteLength(JSON.stringify(inputSchema)),
    }));
    expect(sizes.filter(({ bytes }) => bytes >= MOST_BYTES)).toEqual([]);
  });

  it('is introduced by short instructions, which say what the tools do not repeat', () => {
    expect(INSTRUCTIONS.length).toBeLessThanOrEqual(MOST_OF_INSTRUCTIONS);
    const members = ['dry_run', 'expect_digest', 'idempotency_key', 'expected_version', 'next_offset', 'next_cursor'];
    expect(members.filter((member) => !INSTRUCTIONS.includes(member))).toEqual([]);
  });

  it('holds one tool per file of the folder, named like it', () => {
    const files = readdirSync(FOLDER).filter((file) => file.endsWith('.tool.ts'));
    const names = files.map((file) => file.replace('.tool.ts', '').replaceAll('-', '_'));
    expect(TOOLS.map(({ name }) => name).sort()).toEqual(names.sort());
  });

  it('is examined by rules that notice', () => {
    expect(faults(FAKE_TOOLS.slice(0, 4))).toEqual([]);
    const [echo] = FAKE_TOOLS as [Tool];
    const wrong = {
      ...echo,
      name: 'Echo!',
      title: '',
      description: 'You must always call this first.',
      input: echo.output,
    };
    expect(faults([echo, echo])).toEqual(['echo is there twice']);
    expect(faults([{ ...echo, rows: { key: 'rows' } }])).toEqual(['echo: rows cost a page']);
    expect(faults([wrong])).toEqual(
      ['name', 'title', 'orders to the model', 'open input'].map((fault) => `Echo!: ${fault}`),
    );
    expect(faults([{ ...echo, hints: { ...echo.hints, idempotent: undefined as never, destructive: true } }])).toEqual([
      'echo: hints',
      'echo: a destructive reader',
    ]);
  });
});
