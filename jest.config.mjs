import process from 'node:process';

/** Tests run as ES modules against the sources, in the processes of the workers themselves. */
export default {
  runtime: '<rootDir>/test/support/spec-runtime.mjs',
  testEnvironment: '<rootDir>/test/support/worker-environment.mjs',
  roots: ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest'] },
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
  testTimeout: process.env.TWO_OF_EACH || process.env.CITUS_URL ? 360_000 : 120_000,
  testSequencer: '<rootDir>/test/support/long-files-first.mjs',
  // One of three waits, mostly for Postgres or for a process that it started; a cluster keeps two cores busy with two.
  maxWorkers: process.env.CITUS_URL ? 2 : 3,
  // A worker that ends gives much memory back, which takes longer than half a second where others want the CPU.
  workerGracefulExitTimeout: 10_000,
  workerIdleMemoryLimit: '1GB',
};
