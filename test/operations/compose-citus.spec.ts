import { readFileSync } from 'node:fs';
import { load, YAML11_SCHEMA } from 'js-yaml';

interface Service {
  image?: string;
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  extends?: { service: string };
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, object>;
}

const textOf = (name: string) => readFileSync(`docker/${name}`, 'utf8');
const read = (name: string) => load(textOf(name), { schema: YAML11_SCHEMA }) as Compose;
const plain = read('compose.yaml');
const citus = read('compose.citus.yaml');
const servers = Object.entries(citus.services).filter(([, { command = [] }]) => command[0] === 'postgres');

describe('compose.citus.yaml', () => {
  it('changes services that compose.yaml has, and brings along all that the others need', () => {
    const own = Object.keys(citus.services).filter((name) => !(name in plain.services));
    expect(own.sort()).toEqual(['distribute', 'nodes', 'worker-1', 'worker-2']);
    for (const name of own) expect(citus.services[name]).toHaveProperty(name === 'distribute' ? 'extends' : 'image');
    const known = { ...plain.services, ...citus.services };
    for (const { depends_on = {} } of Object.values(citus.services))
      for (const name of Object.keys(depends_on)) expect(known).toHaveProperty(name);
  });

  it('takes one release of the vendor’s image for all nodes', () => {
    const images = new Set([...textOf('compose.citus.yaml').matchAll(/^ +image: (.*)$/gm)].map(([, image]) => image));
    expect([...images]).toEqual([expect.stringMatching(/^citusdata\/citus:\d+\.\d+\.\d+$/)]);
  });

  it('sets up every node as crm doctor wants it, with data of its own', () => {
    expect(servers.map(([name]) => name)).toEqual(['postgres', 'worker-1', 'worker-2']);
    for (const [, { command, environment, volumes }] of servers) {
      expect(command).toEqual(
        expect.arrayContaining([
          '-cjit=off',
          '-cwal_level=logical',
          expect.stringMatching(/^-cmax_prepared_transactions=[1-9]/),
        ]),
      );
      expect(environment).toMatchObject(plain.services['postgres']!.environment!);
      expect(volumes).toHaveLength(1);
    }
    const held = servers.map(([, { volumes }]) => volumes![0]!.split(':')[0]);
    expect(held.sort()).toEqual(Object.keys(citus.volumes).sort());
  });

  it('lets the services start when the tables are placed on nodes that know each other', () => {
    const waits = (name: string) => citus.services[name]!.depends_on;
    const done = { condition: 'service_completed_successfully' };
    for (const app of ['rest-api', 'mcp-gateway']) expect(waits(app)).toEqual({ distribute: done });
    expect(waits('distribute')).toEqual({ migrate: done });
    expect(waits('migrate')).toEqual({ nodes: done });
    expect(Object.keys(waits('nodes')!)).toEqual(servers.map(([name]) => name));
    for (const [name] of servers) expect(citus.services['nodes']!.command!.join()).toContain(`('${name}', 5432)`);
  });

  it('asks for no setting but the password', () => {
    const asked = [...textOf('compose.citus.yaml').matchAll(/\$\{([A-Z_]+)(..)/g)].map(([, name, how]) => name! + how);
    expect(new Set(asked)).toEqual(new Set(['POSTGRES_PASSWORD:?']));
  });
});
