// The walls of the house: who may import whom. `test/contract/walls.spec.ts` runs against each of them once.
const npm = (...names) => `(^|/)node_modules/(@types/)?(${names.join('|')})(/|$)`;
const DOMAIN = '^libs/crm-domain/src/';
const ENTRIES = ['^libs/[^/]+/src/index\\.ts$', '^libs/[^/]+/src/[a-z]+\\.index\\.ts$'];
const SPECS = '\\.spec\\.ts$';

/** Each lib sees only what stands to its right: apps -> channels -> auth -> crm-domain -> platform. */
const LINE = ['channels', 'auth', 'crm-domain', 'platform'];
const line = LINE.map((lib, place) => ({
  name: `line-${lib}`,
  severity: 'error',
  comment: `apps -> ${LINE.join(' -> ')} is a line, never back: a lib that knows its callers cannot be understood without them.`,
  from: { path: `^libs/${lib}/` },
  to: { path: ['^apps/', ...LINE.slice(0, place).map((above) => `^libs/${above}/`)] },
}));

/** The rooms of messaging are a line as well. */
const ROOMS = ['inbound', 'delivery', 'drafts', 'conversations', 'accounts'];
const rooms = ROOMS.slice(1).map((room, place) => ({
  name: `messaging-${room}`,
  severity: 'error',
  comment: `${ROOMS.join(' -> ')} is a line, never back, so that each can be read without those before it.`,
  from: { path: `${DOMAIN}messaging/${room}/` },
  to: { path: ROOMS.slice(0, place + 1).map((before) => `${DOMAIN}messaging/${before}/`) },
}));

const CHANNEL_FOLDERS = 'gmail|outlook|whatsapp|messenger|instagram';

export default {
  forbidden: [
    ...line,
    ...rooms,
    {
      name: 'apps-are-strangers',
      severity: 'error',
      comment:
        'Apps are processes of their own. What two of them need belongs into a lib; the command line starts them as processes.',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'tests-stay-outside',
      severity: 'error',
      comment: 'What is delivered does not know its tests.',
      from: { path: '^(apps|libs)/' },
      to: { path: '^(test|scripts)/' },
    },
    {
      name: 'sources-not-build',
      severity: 'error',
      comment:
        'Import the source: what lies in dist/ may be old. Do the conditions in package.json and below still agree?',
      // The reporter is no module of the tests but of Jest, which runs it as it is.
      from: { path: '^(apps|libs|test)/', pathNot: '^test/growth/support/statements-reporter\\.mjs$' },
      to: { path: '^dist/' },
    },
    {
      name: 'front-door',
      severity: 'error',
      comment:
        'A lib is entered through its index.ts (or <subject>.index.ts) only, so that everything behind it can change. Tests may look inside.',
      from: { path: '^(apps|libs)/([^/]+)/' },
      to: { path: '^libs/', pathNot: ['^$1/$2/', ...ENTRIES] },
    },
    {
      name: 'front-door-by-name',
      severity: 'error',
      comment: "Write '#crm-domain', not the path to its index.ts: the name also works in the build.",
      from: { path: '^(apps|libs|test)/' },
      to: { path: ENTRIES, dependencyTypesNot: ['aliased-subpath-import'] },
    },
    {
      name: 'no-front-door-from-inside',
      severity: 'error',
      comment:
        'Inside a lib import the file itself. Through its own front door every file would depend on every other.',
      from: { path: '^libs/([^/]+)/' },
      to: { path: ENTRIES.map((entry) => entry.replace('[^/]+', '$1')) },
    },
    {
      name: 'values-know-only-errors',
      severity: 'error',
      comment:
        'A value type is pure: it is understood from its own file. Of the domain, values/ imports only values/ and errors.ts.',
      from: { path: `${DOMAIN}values/` },
      to: { path: '^(apps|libs|test)/', pathNot: [`${DOMAIN}values/`, `${DOMAIN}errors\\.ts$`] },
    },
    {
      name: 'values-use-pure-libraries',
      severity: 'error',
      comment: 'Value types compute: no I/O, no clock, no chance. Add a library here only when it is pure.',
      from: { path: `${DOMAIN}values/`, pathNot: SPECS },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'npm-no-pkg', 'npm-optional', 'core', 'unknown'],
        pathNot: [npm('currency-codes', 'i18n-iso-countries', 'libphonenumber-js', 'tldts'), '^(crypto|url)$'],
      },
    },
    {
      name: 'sql-only-in-stores',
      severity: 'error',
      comment: 'A store is bound to workspace and transaction; a query anywhere else could forget the tenant.',
      from: {
        path: '^(apps|libs)/',
        pathNot: [
          `${DOMAIN}db/`,
          `${DOMAIN}(domain|crm-database|crm-domain\\.module)\\.ts$`,
          '\\.store\\.ts$',
          // They only describe tables, see the next wall.
          `${DOMAIN}.+\\.entity\\.ts$`,
          // Creates the empty database.
          '^libs/platform/src/postgres/embedded-postgres\\.ts$',
        ],
      },
      to: { path: npm('typeorm', 'pg', 'pg-pool', '@nestjs/typeorm') },
    },
    {
      name: 'db-knows-no-feature',
      severity: 'error',
      comment:
        'What opens transactions and sends statements knows none of those who use it: the stores are put together in stores.ts.',
      from: { path: `${DOMAIN}db/`, pathNot: SPECS },
      to: { path: '^(apps|libs/(crm-domain|channels|auth))/', pathNot: [`${DOMAIN}db/`, `${DOMAIN}errors\\.ts$`] },
    },
    {
      name: 'driver-only-in-db',
      severity: 'error',
      comment:
        'What knows the inside of pg and TypeORM can break with each of their versions: one folder has to be read then.',
      from: { path: '^(apps|libs)/', pathNot: [`${DOMAIN}db/`] },
      to: { path: `${DOMAIN}db/driver/` },
    },
    {
      name: 'channels-know-no-channel',
      severity: 'error',
      comment:
        'A channel is one folder: it knows what all share (contract/, provider/, settings/, mail/, meta/), no other channel and none who use channels.',
      from: { path: `^libs/channels/src/(${CHANNEL_FOLDERS})/`, pathNot: SPECS },
      to: {
        path: '^libs/channels/src/',
        pathNot: [
          '^libs/channels/src/$1/',
          '^libs/channels/src/(contract|provider|settings|mail|meta)/',
          '^libs/channels/src/channel-descriptor\\.ts$',
        ],
      },
    },
    {
      name: 'channels-by-descriptor',
      severity: 'error',
      comment:
        'What sends, fetches and renews treats all channels alike: what differs stands in their descriptors, which registry.ts lists.',
      from: { path: '^libs/channels/src/(contract|provider|settings|tokens|inbound|outbound)/', pathNot: SPECS },
      to: { path: `^libs/channels/src/(${CHANNEL_FOLDERS}|meta|mail)/` },
    },
    {
      name: 'entities-only-describe',
      severity: 'error',
      comment:
        'An entity says what its table holds and does nothing: it takes decorators from TypeORM, and types. Statements are in the store.',
      from: { path: '\\.entity\\.ts$' },
      to: {
        path: [npm('pg', 'pg-pool', '@nestjs/typeorm'), '\\.(store|service|statements)\\.ts$', `${DOMAIN}db/`],
        pathNot: `${DOMAIN}db/columns\\.ts$`,
      },
    },
    {
      name: 'domain-knows-no-nest',
      severity: 'error',
      comment: 'The domain is plain classes, usable without a framework; only its module file tells Nest about them.',
      from: { path: '^libs/crm-domain/', pathNot: '\\.module\\.ts$' },
      to: { path: npm('@nestjs/[^/]+', 'nestjs__[^/]+') },
    },
    {
      name: 'domain-knows-no-protocol',
      severity: 'error',
      comment: 'The domain knows no HTTP and no MCP: REST and the tools are two ways into the same services.',
      from: { path: '^libs/crm-domain/' },
      to: {
        path: npm(
          'express',
          '@modelcontextprotocol/[^/]+',
          'class-validator',
          'class-transformer',
          '@nestjs/platform-express',
        ),
      },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two files that need each other are one idea, or hide a third.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'delivered-needs-only-dependencies',
      severity: 'error',
      comment: 'The image is installed without devDependencies; what runs in it has to be a dependency.',
      from: { path: '^(apps|libs)/', pathNot: [SPECS, '^apps/dev-[^/]+/'] },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      comment: 'An import that leads nowhere is one that no wall has judged.',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^dist/'] },
    exclude: { path: '^(dist\\.next|coverage)/' },
    // Type imports count: a type is knowledge, too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['crm-source', 'import', 'node', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
};
