import { checkTokenSettings, tokenSettings, type TokenSettings } from './token-settings.js';

const SAFE = tokenSettings({ issuer: 'https://idp.example', audiences: ['https://crm.example/mcp'] });

function problemsOf(change: Partial<Record<keyof TokenSettings, unknown>>): string {
  try {
    checkTokenSettings({ ...SAFE, ...change } as TokenSettings);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('tokenSettings', () => {
  it('fills in what most providers agree on', () => {
    expect(SAFE).toEqual({
      issuer: 'https://idp.example',
      audiences: ['https://crm.example/mcp'],
      algorithms: ['RS256'],
      token_types: ['at+jwt'],
      org_claims: ['org_id'],
      client_claims: ['azp', 'client_id'],
      scope_claims: ['scope', 'scp'],
      required_scopes: ['user:org:read'],
      scope_claim_optional: false,
      clock_tolerance_seconds: 5,
      max_lifetime_seconds: 86_400,
    });
  });

  it('takes the default for what the environment leaves undefined', () => {
    const { algorithms } = tokenSettings({ issuer: 'https://i', audiences: ['a'], algorithms: undefined });
    expect(algorithms).toEqual(['RS256']);
  });
});

describe('checkTokenSettings', () => {
  it.each([
    [{}],
    [{ issuer: 'http://localhost:3002' }],
    [{ issuer: 'http://[::1]:3002' }],
    [{ issuer: 'https://tenant.auth0.com/' }],
    [{ algorithms: ['ES384', 'PS256'] }],
    [{ required_scopes: [] }],
    [{ jwks_uri: 'http://127.0.0.1:1/jwks' }],
  ])('accepts %j', (change) => {
    expect(problemsOf(change)).toBe('');
  });

  it.each([
    [{ issuer: undefined }, 'issuer is empty'],
    [{ issuer: '' }, 'issuer is empty'],
    [{ issuer: 'http://idp.example' }, 'issuer must be an https'],
    [{ issuer: 'http://127.0.0.1.evil.example' }, 'issuer must be an https'],
    [{ issuer: 'idp.example' }, 'issuer must be an https'],
    [{ issuer: 'https://u:p@idp.example' }, 'issuer must be an https'],
    [{ issuer: 'https://idp.example?x' }, 'issuer must have no query'],
    [{ jwks_uri: 'http://169.254.169.254/keys' }, 'jwks_uri must be an https'],
    [{ audiences: [] }, 'audiences must hold'],
    [{ audiences: undefined }, 'audiences must hold'],
    [{ audiences: [undefined] }, 'audiences must hold'],
    [{ audiences: [''] }, 'audiences must hold'],
    [{ audiences: [/./] }, 'audiences must hold'],
    [{ algorithms: [] }, 'algorithms must hold'],
    [{ algorithms: ['none'] }, 'not none'],
    [{ algorithms: ['RS256', 'HS256'] }, 'not HS256'],
    [{ algorithms: ['EdDSA'] }, 'not EdDSA'],
    [{ token_types: [] }, 'token_types must hold'],
    [{ org_claims: [] }, 'org_claims must hold'],
    [{ client_claims: [] }, 'client_claims must hold'],
    [{ scope_claims: [] }, 'scope_claims must hold'],
    [{ required_scopes: undefined }, 'required_scopes must be'],
    [{ clock_tolerance_seconds: NaN }, 'clock_tolerance_seconds'],
    [{ clock_tolerance_seconds: 600 }, 'clock_tolerance_seconds'],
    [{ max_lifetime_seconds: Infinity }, 'max_lifetime_seconds'],
    [{ max_lifetime_seconds: 0 }, 'max_lifetime_seconds'],
  ])('refuses %j', (change, problem) => {
    expect(problemsOf(change)).toContain(problem);
  });

  it('lists everything that is wrong', () => {
    const problems = problemsOf({ issuer: '', audiences: [], algorithms: ['none'] });
    expect(problems.split('; ')).toHaveLength(3);
  });
});
