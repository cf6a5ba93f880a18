import type { Test } from 'supertest';
import type { Capability } from '#crm-domain';
import { expectError, withoutRequestId } from './answers.js';
import { expectNothingChanged } from './database-state.js';
import type { Caller, Rest } from './rest.js';

/** One request of the operation, sent by whoever is handed in. */
export type Call = (by: Caller) => Test;

const NOBODY_ELSE = ['read:data', 'write:data', 'write:schema'] as const;

/** The `it`s for 401 and 403, which every endpoint declares. */
export function refusesStrangers(rest: () => Rest, call: Call, needs: Capability | null): void {
  it('answers 401 in the same words to all who send no credential, and to all whose one is worth nothing', async () => {
    const kinds = await worthlessCallers(rest());
    await expectNothingChanged(rest(), async () => {
      for (const callers of kinds) {
        const texts = new Set<string>();
        for (const caller of callers) {
          const response = await call(caller);
          expectError(response, 401);
          expect(response.headers['www-authenticate']).toBe('Bearer');
          texts.add(withoutRequestId(response));
        }
        expect([...texts]).toHaveLength(1);
      }
    });
  });

  it(`answers 403 ${needs ? `without ${needs}, and ` : ''}to a workspace without API access`, async () => {
    const { workspace_id, unpaid } = rest();
    const others = NOBODY_ELSE.filter((capability) => capability !== needs);
    const lacking = needs ? await rest().newCaller(workspace_id, others) : undefined;
    await expectNothingChanged(rest(), async () => {
      if (lacking) expect(expectError(await call(lacking), 403).message).toContain(needs!);
      expect(expectError(await call(unpaid), 403).message).toContain('API access');
    });
  });
}

/** Demands that what belongs to another workspace is answered with the very bytes of what never was. */
export async function expectHidden(rest: Rest, theirs: Test, missing: Test): Promise<void> {
  await expectNothingChanged(rest, async () => {
    const [one, other] = [await theirs, await missing];
    expectError(one, 404);
    expectError(other, 404);
    // The name that was asked for is in both, as it was sent.
    const [words, others] = [one, other].map((each) => withoutRequestId(each).replace(/Object \\"[^"]+\\"/, 'Object'));
    expect(words).toBe(others);
  });
}

/** Nobody, and everybody whose key is worth nothing: never given, mistyped, forged, unknown, revoked, expired. */
async function worthlessCallers(rest: Rest): Promise<Caller[][]> {
  const { workspace_id, domain } = rest;
  const revoked = await rest.newKey(workspace_id);
  const usedBefore = rest.callerWith(`Bearer ${revoked.api_key}`);
  await usedBefore.get('/v1/self').expect(200);
  await domain.apiKeys.revoke(workspace_id, revoked.api_key_id);
  const unknown = await rest.newKey(workspace_id);
  await rest.sql('delete from api_key where api_key_id = $1', [unknown.api_key_id]);
  const expired = await rest.newCaller(workspace_id, NOBODY_ELSE, new Date(Date.now() - 1000));
  const unsent = [undefined, '', 'Bearer', 'Basic YTpi', 'Bearer a b', `Bearer ${'a'.repeat(9000)}`];
  const wrong = [`Bearer ${unknown.api_key.slice(0, -1)}`, `Bearer ${unknown.api_key}`];
  const callersWith = (texts: (string | undefined)[]) => texts.map((text) => rest.callerWith(text));
  return [callersWith(unsent), [...callersWith(wrong), usedBefore, expired]];
}
