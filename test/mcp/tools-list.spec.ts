import { startGateway, type Gateway } from './support/gateway.js';
import { FAKE_TOOLS, echo } from './support/fake-tools.js';
import { legacy, modern } from './support/wire.js';

describe('tools/list', () => {
  let gateway: Gateway;
  beforeAll(async () => (gateway = await startGateway()));
  afterAll(() => gateway.close());

  it('shows everything of a tool: title twice, hints explicit, arguments in 2020-12', async () => {
    const { json } = await legacy(gateway, 'tools/list');
    expect(json.result.tools[0]).toEqual({
      name: 'echo',
      title: 'Echo',
      description: 'Says again what it was told.',
      inputSchema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: {
          text: { type: 'string', description: 'What to say' },
          times: { type: 'integer', default: 1, minimum: 1 },
        },
        required: ['text'],
        additionalProperties: false,
      },
      outputSchema: {
        type: 'object',
        properties: { text: {}, by: {} },
      },
      annotations: {
        title: 'Echo',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    });
  });

  it('keeps the order of the registry, and shows the same tools on both wires', async () => {
    const old = (await legacy(gateway, 'tools/list')).json.result;
    const current = (await modern(gateway, 'tools/list')).json.result;
    expect(old.tools.map(({ name }: { name: string }) => name)).toEqual(FAKE_TOOLS.map(({ name }) => name));
    expect(current.tools).toEqual(old.tools);
    expect(Object.keys(old)).toEqual(['tools']);
  });

  it('does not start with two tools of one name', async () => {
    await expect(startGateway({ tools: [echo, echo] })).rejects.toThrow('Two tools have the same name.');
  });
});
