import { readFileSync } from 'node:fs';
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const GENERATED = ['dist/', 'dist.next/', 'coverage/', '.data/', 'node_modules/', 'clients/typescript/src/openapi.ts'];
const NODE_GLOBALS = [
  'AbortSignal',
  'Buffer',
  'URL',
  'clearTimeout',
  'console',
  'fetch',
  'performance',
  'process',
  'setTimeout',
];

const takesIds = 'It takes ids, of anybody. Use what takes the member who is signed in, such as OwnConnections.';
const noDefaultExport = {
  selector: "ExportDefaultDeclaration, ExportSpecifier[exported.name='default']",
  message: 'Export by name, so that a thing is called the same wherever it is used.',
};
const ATTRIBUTE = '[object.name=/attr/i], [object.property.name=/attr/i], [object.expression.property.name=/attr/i]';
const noSwitchOnAttributeType = {
  selector: [
    `SwitchStatement > MemberExpression.discriminant[property.name='type']:matches(${ATTRIBUTE})`,
    `SwitchStatement > ChainExpression.discriminant > MemberExpression[property.name='type']:matches(${ATTRIBUTE})`,
    'SwitchStatement > Identifier.discriminant[name=/^attr(ibute)?_?type$/i]',
  ].join(', '),
  message: 'What differs between attribute types belongs into their value types (libs/crm-domain/src/values).',
};
const [, NAMES] = /ATTRIBUTE_TYPES = \[([^\]]+)\]/.exec(
  readFileSync(new URL('libs/crm-domain/src/values/value-type.ts', import.meta.url), 'utf8'),
);
/** What else than an attribute can be of a type so called. */
const OF_OTHERS_TOO = ['name', 'text', 'date', 'timestamp', 'number', 'location'];
const UNMISTAKABLE = [...NAMES.matchAll(/'([a-z-]+)'/g)]
  .map(([, name]) => name)
  .filter((name) => !OF_OTHERS_TOO.includes(name));
const noComparedAttributeType = {
  selector: [
    `BinaryExpression[operator=/^[!=]==$/][left.property.name='type'][right.value=/^(${UNMISTAKABLE.join('|')})$/]`,
    `BinaryExpression[operator=/^[!=]==$/][left.name='type'][right.value=/^(${UNMISTAKABLE.join('|')})$/]`,
  ].join(', '),
  message: noSwitchOnAttributeType.message,
};
const noEmptyNames = {
  selector:
    ':matches(ClassDeclaration, TSInterfaceDeclaration)[id.name=/^(Abstract)?Base[A-Z]|(Base|Impl|Utils?|Helpers?)$/]',
  message: 'Name it by what it does in the product; "base", "impl", "utils" and "helpers" say nothing.',
};

const noSpreadLiteral = {
  selector: 'ObjectExpression > SpreadElement > ObjectExpression',
  message: 'Write its members out: what is spread is not checked for members that are not there.',
};

/** Rules that need no type information; the types themselves are judged by `tsc`. */
export default defineConfig(
  { ignores: GENERATED },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  tseslint.configs.recommended,
  {
    rules: {
      'max-lines': ['error', { max: 250 }],
      'max-lines-per-function': ['error', { max: 40 }],
      'max-params': ['error', { max: 4 }],
      'no-restricted-syntax': [
        'error',
        noDefaultExport,
        noSwitchOnAttributeType,
        noComparedAttributeType,
        noEmptyNames,
        noSpreadLiteral,
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        {
          argsIgnorePattern: '^_',
          varsIgnorePattern: '^_',
          caughtErrorsIgnorePattern: '^_',
          destructuredArrayIgnorePattern: '^_',
        },
      ],
      // Not `consistent-type-imports`: Nest reads the classes of constructor parameters when the program runs, and such an
      // import looks like one that only the types need.
    },
  },
  { files: ['apps/**', 'libs/**'], ignores: ['apps/cli/**'], rules: { 'no-console': 'error' } },
  {
    files: ['test/**', '**/*.spec.ts'],
    rules: { 'max-lines': 'off', 'max-lines-per-function': 'off', 'max-params': 'off' },
  },
  {
    // Tests say what each type does.
    files: ['test/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', noDefaultExport, noSwitchOnAttributeType, noEmptyNames, noSpreadLiteral],
    },
  },
  {
    files: ['apps/rest-api/src/console/**/*.controller.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { name: '#crm-domain', importNames: ['ApiKeyService', 'ConnectionService'], message: takesIds },
        { name: '#crm-domain/messaging', importNames: ['AccountService', 'OutboxService'], message: takesIds },
      ],
    },
  },
  {
    // Read by tools that want a default export.
    files: ['*.config.mjs', '.dependency-cruiser.mjs', 'test/**/support/*.mjs'],
    rules: {
      'no-restricted-syntax': [
        'error',
        noSwitchOnAttributeType,
        noComparedAttributeType,
        noEmptyNames,
        noSpreadLiteral,
      ],
    },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: Object.fromEntries(NODE_GLOBALS.map((name) => [name, 'readonly'])) },
  },
  {
    // Stands in for a CommonJS library, and has to be one.
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs', globals: { module: 'writable', require: 'readonly' } },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
