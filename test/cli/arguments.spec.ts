import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { Cli, inProcess, workDir, type CliRun } from '../support/cli.js';

const ID = '0197f000-0000-7000-8000-000000000001';
const dir = workDir();
afterAll(() => rmSync(dir, { recursive: true }));

function crm(line: string, env?: Record<string, string>): Promise<CliRun> {
  return new Cli(line.split(' ').filter(Boolean), { cwd: dir, env }).run;
}

/** The same without a process, for the many cases that end before a command runs. */
const called = (line: string): Promise<CliRun> => inProcess(line.split(' ').filter(Boolean));

const NAMES = [
  'up',
  'migrate',
  'workspace create',
  'workspace set',
  'member add',
  'member list',
  'member remove',
  'api-key create',
  'api-key list',
  'api-key revoke',
  'sql-views',
  'demo',
];

describe('help', () => {
  it.each(['', '--help', '-h', 'help'])('of the program lists every command: "%s"', async (line) => {
    const { code, stdout, stderr } = await called(line);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const name of NAMES) expect(stdout).toMatch(new RegExp(`^  ${name}  +\\S`, 'm'));
  });

  it.each(NAMES)('of "%s" says usage, options and an example, in fewer than 100 columns', async (name) => {
    const { code, stdout, stderr } = await called(`${name} --help`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const part of ['Usage', 'Options', 'Example', '--json', '--help', `crm ${name}`])
      expect(stdout).toContain(part);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThan(100);
  });

  it('keeps the lines of its details, and fills each before it breaks it', async () => {
    const { stdout } = await called('connection set --help');
    expect(stdout).toMatch(/\n\nThe tiers are .*\.\nThe approval is .* REST,\nits owner approves by that\.\n\n/);
  });

  it('goes before everything else that is on the line', async () => {
    expect((await called('workspace create --nonsense --help')).code).toBe(0);
  });

  it('of a group lists its commands alone', async () => {
    const { code, stdout } = await called('api-key --help');
    expect(code).toBe(0);
    expect(stdout).toContain('api-key revoke');
    expect(stdout).not.toContain('workspace create');
  });

  it('has no colours without a terminal', async () => {
    // eslint-disable-next-line no-control-regex
    expect((await crm('--help', { NO_COLOR: '' })).stdout).not.toMatch(/\x1b/);
  });
});

describe('bad arguments end with 2 and one sentence', () => {
  const CASES: [string, RegExp][] = [
    ['frobnicate', /^Unknown command "frobnicate"/],
    ['frobnicate --help', /^Unknown command "frobnicate"/],
    ['--json', /^A command must come before the options/],
    ['workspace', /^"workspace" needs a command: create, list, set/],
    ['workspace destroy', /^"workspace" has no command "destroy": create, list, set/],
    ['migrate --fast', /^Unknown option --fast/],
    ['migrate -x', /^Unknown option -x/],
    ['migrate --__proto__', /^Unknown option;/],
    ['migrate now', /^A value must come after its option/],
    ['migrate -- now', /is not expected here/],
    ['migrate --json=yes', /^--json takes no value/],
    ['workspace create', /^--name is missing/],
    ['workspace create --name', /^--name needs a value/],
    ['workspace create --name --json', /^--name needs a value/],
    ['workspace create --name=', /^--name must not be empty/],
    ['workspace create --name A --name B', /^--name is given twice/],
    ['workspace create --name A --id 17', /^--id must be a UUID;/],
    [`workspace set --workspace ${ID}`, /^--name, --api-access or --draft-approval is missing/],
    [`workspace set --workspace ${ID} --api-access maybe`, /^--api-access must be on or off;/],
    ['member add --subject s', /^--workspace and --name are missing/],
    [`member add --workspace ${ID} --name n`, /^--subject is missing/],
    [`member add --workspace ${ID} --name n --subject s`, /^--email is missing/],
    [`member add --workspace ${ID} --name n --service`, /^--client is missing/],
    [`member add --workspace ${ID} --name n --subject s --client c`, /^--client is for a service/],
    [`member remove --workspace ${ID}`, /^--email or --subject is missing/],
    [`member add --workspace ${ID} --subject s --email e --name n`, /^--email must be an e-mail address/],
    [
      `member add --workspace ${ID} --subject s --email e@example.com --name n --role owner`,
      /^--role must be admin or member/,
    ],
    ['member list --workspace acme', /^--workspace must be a UUID;/],
    [
      `api-key create --workspace ${ID} --name k --capabilities send:messages`,
      /^--capabilities must be one or more of/,
    ],
    [`api-key create --workspace ${ID} --name k --capabilities=`, /^--capabilities must be one or more of/],
    [`api-key create --workspace ${ID} --name k --expires-at soon`, /^--expires-at must be a day or a time/],
    [
      `api-key create --workspace ${ID} --name k --expires-at 2030-02-31T00:00`,
      /^--expires-at must be a day or a time/,
    ],
    [`api-key create --workspace ${ID} --name k --expires-at 2020-01-01`, /^--expires-at must lie in the future/],
    [`api-key revoke --workspace ${ID} --api-key k`, /^--api-key must be a UUID/],
    ['demo', /^--workspace is missing/],
  ];

  it.each(CASES)('crm %s', async (line, sentence) => {
    const { code, stdout, stderr } = await called(line);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr).toMatch(/^[^\n]+; see crm [\w -]*--help\.\n$/);
  });
});

describe('a secret in the wrong place is not repeated', () => {
  const SECRETS = [
    'crm_live_0123456789_abcdef',
    'eyJhbGciOiJSUzI1NiJ9.e30.c2ln',
    'postgres://crm:hunter2@db/crm',
    'Hunter2',
  ];
  const LINES = [
    ...['X', 'X --help', '--X', '-X', '--token=X', '--X --json', 'help X', 'api-key X', 'api-key X --help'],
    ...[
      'migrate X',
      'migrate --X',
      'migrate --token X',
      'migrate --token=X',
      'migrate --json=X',
      'migrate -- X',
      'migrate -X',
    ],
    ...[`member list --workspace X`, `api-key revoke --workspace ${ID} --api-key X`, `check --sample X`],
    `api-key create --workspace ${ID} --name k --capabilities X`,
    `api-key create --workspace ${ID} --name k --expires-at X`,
    `workspace set --workspace ${ID} --api-access X`,
    `workspace set --workspace ${ID} --draft-approval X`,
    `member add --workspace ${ID} --subject s --name n --email X`,
    `member add --workspace ${ID} --subject s --name n --email e@example.com --role X`,
    `account add --workspace ${ID} --address a --channel X`,
    `account add --workspace ${ID} --address a --channel gmail --members X`,
    `account set --workspace ${ID} --account X --members e@example.com`,
    `account add --workspace ${ID} --address a --channel gmail --access-token X`,
    `connection set --workspace ${ID} --connection ${ID} --capabilities X`,
  ];

  it.each(LINES)('crm %s', async (line) => {
    for (const secret of SECRETS)
      for (const more of ['', ' --json']) {
        const { code, stdout, stderr } = await called(`${line.replaceAll('X', secret)}${more}`);
        expect([code, stdout]).toEqual([line.startsWith('connection set') ? 1 : 2, '']);
        expect(stderr).not.toContain(secret);
      }
  });

  it.each(['postgres://crm:12/hunter2@127.0.0.1:1/crm', 'postgres://crm:hunter2@127.0.0.1:1/crm'])(
    'as the password of DATABASE_URL: %s',
    async (DATABASE_URL) => {
      for (const line of [`member list --workspace ${ID} --json`, 'migrate', 'doctor']) {
        const { stdout, stderr } = await inProcess(line.split(' '), { DATABASE_URL, DEBUG: '1' });
        expect(stdout + stderr).not.toContain('hunter2');
      }
    },
  );
});

it('as a process it gives the same codes', async () => {
  expect(await crm('--help')).toEqual(await called('--help'));
  expect(await crm('migrate --fast')).toEqual(await called('migrate --fast'));
});

describe('a failure ends with 1 and one sentence', () => {
  const CASES: [string, Record<string, string>, RegExp][] = [
    ['no database', {}, /^No database is configured: set DATABASE_URL, or run npm start/],
    [
      'an address that is none',
      { DATABASE_URL: 'mysql://localhost/crm' },
      /^DATABASE_URL must be an address such as postgres:/,
    ],
    [
      'nothing there',
      { DATABASE_URL: 'postgres://crm:secret@127.0.0.1:1/crm' },
      /^The database 127\.0\.0\.1:1\/crm cannot be reached/,
    ],
  ];

  it.each(CASES)('%s', async (_title, env, sentence) => {
    for (const line of [`member list --workspace ${ID}`, 'migrate']) {
      const { code, stdout, stderr } = await crm(line, env);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(sentence);
      expect(stderr).toMatch(/^[^\n]+\.\n$/);
      expect(stderr).not.toContain('secret');
    }
  });

  it('shows a stack trace with DEBUG=1 alone', async () => {
    expect((await crm('migrate', { DEBUG: '1' })).stderr).toMatch(/\n +at /);
  });
});

const testRun = (program: string, ...args: string[]) =>
  new Cli(args, { cwd: dir, main: resolve('dist/test', program) }).run;

describe.each([
  ['faults', 'faults/main.js', ['seconds', 'seed']],
  ['chaos', 'delivery/chaos.js', ['seconds', 'seed']],
  ['fuzz', 'fuzz/main.js', ['each', 'seconds', 'seed']],
])('npm run %s', (name, program, options) => {
  it('says what it takes when it is asked for help, and does nothing else', async () => {
    const { code, stdout, stderr } = await testRun(program, '--help', '--seconds', '0');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^npm run ${name} -- `));
    for (const option of options) expect(stdout).toMatch(new RegExp(`^  --${option} <n> +\\S`, 'm'));
  });

  it('refuses an option that it does not have with its usage and no stack', async () => {
    const { code, stdout, stderr } = await testRun(program, '--nonsense');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(new RegExp(`--nonsense.*npm run ${name} -- `, 's'));
    expect(stderr).not.toMatch(/^ +at /m);
  });
});

it.each([[['more']], [['--seconds', 'long']]])('a run of faults refuses the arguments %j', async (args) => {
  const { code, stdout, stderr } = await testRun('faults/main.js', ...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).not.toMatch(/^ +at /m);
});
