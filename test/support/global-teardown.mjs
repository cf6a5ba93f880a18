import { rmSync } from 'node:fs';

export default async function globalTeardown() {
  await globalThis.testPostgres.stop();
  rmSync(globalThis.testPostgres.dir, { recursive: true, force: true });
}
