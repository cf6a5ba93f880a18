import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** One file per wall that climbs over it, with what it imports. */
const PLANTED: Record<string, [file: string, ...imports: string[]][]> = {
  'line-platform': [['libs/platform/src/knows-domain.ts', '#crm-domain']],
  'line-crm-domain': [['libs/crm-domain/src/records/knows-auth.ts', '#auth']],
  'line-auth': [['libs/auth/src/knows-app.ts', '../../../apps/rest-api/src/start.js']],
  'line-channels': [['libs/channels/src/knows-app.ts', '../../../apps/cli/src/start.js']],
  'apps-are-strangers': [['apps/rest-api/src/knows-cli.ts', '../../cli/src/start.js']],
  'tests-stay-outside': [['apps/cli/src/knows-test.ts', '../../../test/support/builder.js']],
  'sources-not-build': [['test/support/runs-the-build.ts', '../../dist/apps/cli/src/start.js']],
  'front-door': [['apps/rest-api/src/climbs-in.ts', '../../../libs/crm-domain/src/actor.js']],
  'front-door-by-name': [['apps/rest-api/src/walks-around.ts', '../../../libs/crm-domain/src/index.js']],
  'no-front-door-from-inside': [['libs/crm-domain/src/records/goes-round.ts', '#crm-domain']],
  'values-know-only-errors': [['libs/crm-domain/src/values/knows-actor.ts', '../actor.js']],
  'values-use-pure-libraries': [
    ['libs/crm-domain/src/values/reads-files.ts', 'node:fs'],
    ['libs/crm-domain/src/values/logs.ts', 'pino'],
  ],
  'sql-only-in-stores': [
    ['apps/mcp-gateway/src/speaks-sql.ts', 'pg'],
    ['libs/crm-domain/src/records/record.service.ts', 'type typeorm'],
    ['libs/auth/src/speaks-typeorm.ts', '@nestjs/typeorm'],
    ['libs/auth/src/own-table.entity.ts', 'typeorm'],
  ],
  'db-knows-no-feature': [['libs/crm-domain/src/db/knows-records.ts', 'type ../records/record.store.js']],
  'driver-only-in-db': [['libs/crm-domain/src/records/knows-driver.ts', '../db/driver/rows-query.js']],
  'messaging-delivery': [['libs/crm-domain/src/messaging/delivery/receives.ts', '../inbound/received.js']],
  'messaging-drafts': [['libs/crm-domain/src/messaging/drafts/sends.ts', '../delivery/delivery-state.js']],
  'messaging-conversations': [['libs/crm-domain/src/messaging/conversations/drafts.ts', '../drafts/compose.js']],
  'messaging-accounts': [['libs/crm-domain/src/messaging/accounts/talks.ts', 'type ../conversations/message.js']],
  'channels-know-no-channel': [
    ['libs/channels/src/gmail/knows-outlook.ts', '../outlook/outlook-api.js'],
    ['libs/channels/src/whatsapp/fetches.ts', '../inbound/fetcher.js'],
  ],
  'channels-by-descriptor': [
    ['libs/channels/src/tokens/knows-gmail.ts', '../gmail/gmail-api.js'],
    ['libs/channels/src/contract/knows-mail.ts', '../mail/mime.js'],
  ],
  'entities-only-describe': [
    ['libs/crm-domain/src/records/asks.entity.ts', 'pg'],
    ['libs/crm-domain/src/records/knows-store.entity.ts', './record.store.js'],
    ['libs/crm-domain/src/records/knows-db.entity.ts', 'type ../db/database.js'],
  ],
  'domain-knows-no-nest': [['libs/crm-domain/src/records/throws-nest.ts', '@nestjs/common']],
  'domain-knows-no-protocol': [
    ['libs/crm-domain/src/records/knows-http.ts', 'type express'],
    ['libs/crm-domain/src/records/knows-mcp.ts', '@modelcontextprotocol/sdk'],
    ['libs/crm-domain/src/records/knows-dto.ts', 'class-validator'],
  ],
  'no-cycles': [
    ['libs/auth/src/hen.ts', './egg.js'],
    ['libs/auth/src/egg.ts', 'type ./hen.js'],
  ],
  'delivered-needs-only-dependencies': [['apps/rest-api/src/tests-itself.ts', 'supertest']],
  'everything-resolves': [['apps/cli/src/leads-nowhere.ts', './nowhere.js']],
};

/** What the walls let through; the planted files import some of it. */
const INNOCENT: [file: string, ...imports: string[]][] = [
  ['apps/rest-api/src/start.ts', '#crm-domain', '#auth', '#platform', '@nestjs/common'],
  ['apps/cli/src/start.ts', './demo/demo.js'],
  ['apps/cli/src/demo/demo.ts', '#platform', 'node:fs'],
  ['apps/dev-idp/src/server.ts', 'oidc-provider'],
  ['libs/platform/src/index.ts', 'pino'],
  ['libs/crm-domain/src/messaging.index.ts', './messaging/inbound/received.js'],
  ['libs/crm-domain/src/index.ts', './actor.js', './crm-domain.module.js', './db/database.js'],
  ['libs/crm-domain/src/crm-domain.module.ts', '@nestjs/common', '@nestjs/typeorm', 'typeorm'],
  ['libs/crm-domain/src/actor.ts', './errors.js'],
  ['libs/crm-domain/src/errors.ts'],
  ['libs/crm-domain/src/db/database.ts', 'type pg', '../errors.js', './driver/rows-query.js'],
  ['libs/crm-domain/src/db/driver/rows-query.ts', 'pg'],
  ['libs/crm-domain/src/stores.ts', './records/record.store.js', './db/session.js'],
  ['libs/crm-domain/src/db/session.ts'],
  ['libs/crm-domain/src/db/columns.ts', 'type typeorm'],
  ['libs/crm-domain/src/records/record.store.ts', 'pg', '#platform', './tables/record.entity.js'],
  ['libs/crm-domain/src/records/tables/record.entity.ts', 'typeorm', '../../db/columns.js', 'type ../../actor.js'],
  ['libs/crm-domain/src/values/text.ts', './name.js', '../errors.js', 'tldts', 'node:crypto'],
  ['libs/crm-domain/src/values/name.ts'],
  ['libs/crm-domain/src/values/laws.spec.ts', './text.js', 'ajv'],
  ['libs/crm-domain/src/messaging/inbound/received.ts', '../delivery/delivery-state.js'],
  ['libs/crm-domain/src/messaging/delivery/delivery-state.ts', '../drafts/compose.js'],
  ['libs/crm-domain/src/messaging/drafts/compose.ts', '../conversations/message.js'],
  ['libs/crm-domain/src/messaging/conversations/message.ts'],
  ['libs/channels/src/registry.ts', './gmail/gmail-api.js', './outlook/outlook-api.js'],
  ['libs/channels/src/channel-descriptor.ts'],
  ['libs/channels/src/inbound/fetcher.ts', '../registry.js'],
  ['libs/channels/src/gmail/gmail-api.ts', '../mail/mime.js', '../channel-descriptor.js'],
  ['libs/channels/src/outlook/outlook-api.ts'],
  ['libs/channels/src/mail/mime.ts'],
  ['libs/auth/src/index.ts', './claims.js', '#crm-domain'],
  ['libs/auth/src/claims.ts', 'jsonwebtoken'],
  ['dist/apps/cli/src/start.js'],
  ['test/support/builder.ts', 'pg', '#crm-domain', '../../libs/auth/src/claims.js', '../../apps/cli/src/start.js'],
];

interface Cruise {
  summary: {
    violations: { from: string; rule: { name: string }; cycle?: { name: string }[] }[];
    ruleSetUsed: { forbidden: { name: string; comment?: string }[] };
  };
}

const ROOT = resolve(import.meta.dirname, '../..');
const CRUISE = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

describe('The walls', () => {
  let tree: string;
  let cruise: Cruise;

  beforeAll(async () => {
    tree = mkdtempSync(join(tmpdir(), 'walls-'));
    for (const file of ['package.json', 'tsconfig.json', '.dependency-cruiser.mjs'])
      cpSync(join(ROOT, file), join(tree, file));
    for (const [file, ...imports] of [...INNOCENT, ...Object.values(PLANTED).flat()]) plant(tree, file, imports);
    const args = [CRUISE, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'apps', 'libs', 'test'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: tree, maxBuffer: 1e8 });
    cruise = JSON.parse(stdout) as Cruise;
  });

  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  it('each have a file here that runs against them, and a comment that says why they stand', () => {
    const walls = cruise.summary.ruleSetUsed.forbidden;
    expect(walls.map(({ name }) => name).sort()).toEqual(Object.keys(PLANTED).sort());
    expect(walls.filter(({ comment }) => !comment)).toEqual([]);
  });

  it.each(Object.keys(PLANTED))('hold what climbs over %s', (wall) => {
    const stopped = cruise.summary.violations
      .filter(({ rule }) => rule.name === wall)
      .flatMap(({ from, cycle = [] }) => [from, ...cycle.map(({ name }) => name)]);
    expect([...new Set(stopped)].sort()).toEqual(PLANTED[wall]!.map(([file]) => file).sort());
  });

  it('let everything else pass', () => {
    const innocent = new Set(INNOCENT.map(([file]) => file));
    expect(cruise.summary.violations.filter(({ from }) => innocent.has(from))).toEqual([]);
  });
});

/** Writes a file with its imports (`type x` for a type import), and a hollow package for each npm name among them. */
function plant(tree: string, file: string, imports: string[]): void {
  const lines = imports.map((name, n) => {
    const source = name.replace(/^type /, '');
    if (!/^[.#]|^node:/.test(source)) write(tree, `node_modules/${source}/index.js`, 'export {};');
    return `import ${name === source ? '' : 'type '}* as name${n} from '${source}';\n`;
  });
  const uses = imports.map((name, n) => `export type Use${n} = typeof name${n};\n`);
  write(tree, file, [...lines, ...uses, 'export {};\n'].join(''));
}

function write(tree: string, file: string, text: string): void {
  const path = join(tree, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
