import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** `npm run check -- audit` with an npm that says what the test wants. */
describe('the audit of what is delivered', () => {
  const dir = mkdtempSync(join(tmpdir(), 'crm-audit-'));
  afterAll(() => rmSync(dir, { recursive: true }));

  function check(says: string, code: number): Promise<{ failed: boolean; stdout: string }> {
    writeFileSync(join(dir, 'answer'), says);
    writeFileSync(join(dir, 'npm'), `#!/bin/sh\ncat ${join(dir, 'answer')}\nexit ${code}\n`);
    chmodSync(join(dir, 'npm'), 0o755);
    const env = { ...process.env, PATH: `${dir}${delimiter}${process.env.PATH}` };
    return new Promise((resolve) => {
      execFile(process.execPath, ['scripts/check.mjs', 'audit'], { env }, (error, stdout) =>
        resolve({ failed: error !== null, stdout }),
      );
    });
  }
  const report = (vulnerabilities: object) => JSON.stringify({ vulnerabilities, metadata: { vulnerabilities: {} } });

  it('fails on what is known to be dangerous, by name', async () => {
    const bad = { name: 'left-behind', severity: 'critical', range: '<2.0.0' };
    const { failed, stdout } = await check(report({ 'left-behind': bad }), 1);
    expect(failed).toBe(true);
    expect(stdout).toContain('left-behind <2.0.0: critical');
  });

  it('passes when there is nothing, or nothing that matters', async () => {
    expect((await check(report({}), 0)).failed).toBe(false);
    expect((await check(report({ a: { name: 'a', severity: 'low', range: '*' } }), 1)).failed).toBe(false);
  });

  it('says that it was not checked where the registry does not tell', async () => {
    const refused = await check('{ "message": "405 Method Not Allowed", "statusCode": 405 }', 1);
    expect(refused).toEqual({
      failed: false,
      stdout: expect.stringContaining('not checked: the registry answers 405'),
    });
    const away = await check('', 1);
    expect(away).toEqual({
      failed: false,
      stdout: expect.stringContaining('not checked: the registry does not answer'),
    });
  });
});
