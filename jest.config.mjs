import process from 'node:process';

/** Tests run as ES modules against the sources; `npm test` sets the flags Node needs for that. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // Its ES build imports JSON in a way that Jest warns of, once per file.
    '^libphonenumber-js$': '<rootDir>/node_modules/libphonenumber-js/index.cjs',
    '^pg$': '<rootDir>/test/growth/support/recording-pg.cjs',
    '^#(platform|crm-domain|auth|channels)$': '<rootDir>/libs/$1/src/index.ts',
  },
  // Where two of each answer everywhere, those that ask for it need not run again.
  testPathIgnorePatterns: ['/node_modules/', ...(process.env.TWO_OF_EACH ? ['/growth/two-of-each/'] : [])],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  reporters: [
    'default',
    '<rootDir>/test/growth/support/statements-reporter.mjs',
    '<rootDir>/test/support/closing-line.mjs',
  ],
  // For what never ends; a slow machine may take long over what does.
  testTimeout: process.env.TWO_OF_EACH ? 360_000 : 120_000,
  maxWorkers: 2,
  workerIdleMemoryLimit: '1GB',
};
