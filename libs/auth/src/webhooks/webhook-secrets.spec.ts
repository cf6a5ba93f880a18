import { webhookSecrets } from './webhook-secrets.js';

const STRONG = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;

describe('webhook secrets', () => {
  it('are a list, so that one can be replaced by another', () => {
    expect(webhookSecrets.parse(`${STRONG}, a-secret-of-workos`)).toEqual([STRONG, 'a-secret-of-workos']);
    expect(webhookSecrets.parse(undefined)).toBeUndefined();
  });

  it.each(['whsec_', 'whsec_c2hvcnQ=', `${STRONG}!`, 'short', `${STRONG},whsec_`])(
    'are refused when weak: %s',
    (text) => {
      expect(webhookSecrets.safeParse(text).success).toBe(false);
    },
  );
});
