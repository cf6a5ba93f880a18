import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { SERVICE_FLAGS, readSettings } from '#platform';
import { readSettings as readDevIdpSettings } from '../../apps/dev-idp/src/settings.js';
import { SETTINGS_SHAPES } from '../contract/settings-shapes.js';

const read = (path: string) => readFileSync(resolve(path), 'utf8');
const DOCKERFILE = read('docker/Dockerfile');
const COMPOSE = read('docker/compose.yaml');
const DEV = assignmentsIn(read('docker/dev.env'));
const EXAMPLE = assignmentsIn(read('.env.example'));
/** Of compose.yaml alone: the password of its Postgres, and where the settings are. */
const COMPOSE_ONLY = ['POSTGRES_PASSWORD', 'POSTGRES_USER', 'POSTGRES_DB', 'SETTINGS'];

describe('the Dockerfile', () => {
  it('builds on the Node that the project pins', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { node: string } };
    expect(DOCKERFILE).toContain(`ARG NODE_IMAGE=node:${devDependencies.node}-`);
    expect([...DOCKERFILE.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)).not.toContainEqual(
      expect.stringContaining(':'),
    );
  });

  it('starts both services as npm start does, by files that are built', () => {
    const commands = [...DOCKERFILE.matchAll(/^CMD (\[.*\])$/gm)].map(([, json]) => JSON.parse(json!) as string[]);
    expect(commands).toEqual(
      ['rest-api', 'mcp-gateway'].map((app) => ['node', ...SERVICE_FLAGS, `dist/apps/${app}/src/main.js`]),
    );
    for (const command of commands) expect(existsSync(resolve(command.at(-1)!))).toBe(true);
  });

  it('is given every file that it copies', () => {
    const let_in = read('.dockerignore')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
    const copied = [...DOCKERFILE.matchAll(/^COPY (?!--from)(?:--\S+ )?(.*) \S+$/gm)].flatMap(([, files]) =>
      files!.split(' '),
    );
    expect(new Set(copied)).toEqual(new Set(let_in));
  });
});

describe('compose.yaml', () => {
  it('sets no variable that nobody reads', () => {
    const set = [...COMPOSE.matchAll(/^ {2,6}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name!);
    const asked = [...COMPOSE.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name!);
    expect(set.length).toBeGreaterThan(8);
    for (const name of [...set, ...asked, ...Object.keys(DEV)])
      expect([...Object.keys(EXAMPLE), ...COMPOSE_ONLY]).toContain(name);
  });

  it.each(['rest-api', 'mcp-gateway'])('gives %s what it needs to start, in its profile for development', (app) => {
    expect(() => readSettings(SETTINGS_SHAPES[app]!, { ...environment('x-environment'), ...DEV })).not.toThrow();
  });

  it('gives the identity provider for development what it needs to start', () => {
    const env = { ...environment('x-environment'), ...DEV, ...environment('  dev-idp') };
    expect(readDevIdpSettings(env).issuer).toBe(DEV['MCP_AUTH_URL']);
  });

  it('leaves them in production when the settings do not say otherwise, and gives Postgres no password that everybody knows', () => {
    expect(environment('x-environment')['NODE_ENV']).toBe('production');
    expect([...COMPOSE.matchAll(/\$\{POSTGRES_PASSWORD(.)(.)/g)].map(([, , kind]) => kind)).toEqual(['?', '?']);
  });

  it('shows metrics to the other containers and to nobody outside', () => {
    expect(environment('x-environment')).toMatchObject({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' });
    expect(read('docker/prometheus.yaml').match(/'[\w-]+:9464'/g)).toEqual(["'rest-api:9464'", "'mcp-gateway:9464'"]);
    const published = [...COMPOSE.matchAll(/^ +ports: (.*)$/gm)].map(([, ports]) => ports!);
    expect(published.length).toBeGreaterThan(0);
    expect(published.join()).not.toContain('9464');
  });

  it('holds the services to a file system that cannot be written to, and to no rights', () => {
    const service = /^x-service:[\s\S]*?\n\n/m.exec(COMPOSE)![0];
    for (const held of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true', 'mem_limit'])
      expect(service).toContain(held);
  });
});

function assignmentsIn(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name, value]) => [name!, value!]));
}

/** The variables under a heading of compose.yaml, with what stands for them where nothing is set. */
function environment(heading: string): Record<string, string> {
  const part = COMPOSE.slice(COMPOSE.indexOf(`\n${heading}:`) + 1).split(/\n\n/)[0]!;
  return Object.fromEntries(
    [...part.matchAll(/^ +([A-Z][A-Z0-9_]+): (.*)$/gm)].map(([, name, value]) => [
      name!,
      value!.replace(/\$\{\w+:[-?]([^}]*)\}/g, '$1'),
    ]),
  );
}
