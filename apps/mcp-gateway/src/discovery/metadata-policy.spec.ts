import { adoptMetadata } from './metadata-policy.js';

const ISSUER = 'https://id.example';

const document = (changes: object = {}) => ({
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/auth`,
  token_endpoint: `${ISSUER}/token`,
  ...changes,
});

describe("the identity provider's metadata", () => {
  it('keeps what clients need and forces what must not vary', () => {
    expect(adoptMetadata(document({ unknown_field: 1, client_id_metadata_document_supported: true }))).toEqual({
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/auth`,
      token_endpoint: `${ISSUER}/token`,
      client_id_metadata_document_supported: true,
      scopes_supported: ['openid', 'profile', 'email', 'user:org:read'],
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
    });
  });

  it.each([
    ['has no token endpoint', document({ token_endpoint: undefined })],
    ['has an endpoint without TLS', document({ token_endpoint: 'http://id.example/token' })],
    ['has an endpoint inside a cloud', document({ registration_endpoint: 'http://169.254.169.254/' })],
    ['has an endpoint that is no URL', document({ jwks_uri: '/jwks' })],
    ['has an endpoint that runs code', document({ authorization_endpoint: 'javascript:alert(1)' })],
    ['offers PKCE without S256', document({ code_challenge_methods_supported: ['plain'] })],
  ])('is refused where it %s', (_what, found) => {
    expect(() => adoptMetadata(found)).toThrow();
  });
});
