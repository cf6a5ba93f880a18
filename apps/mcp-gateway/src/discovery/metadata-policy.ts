import { isSecureUrl, type IssuerMetadata } from '#auth';
import { IDENTITY_SCOPES } from '../protocol/challenge.js';

const ENDPOINTS = [
  'authorization_endpoint',
  'token_endpoint',
  'registration_endpoint',
  'revocation_endpoint',
  'userinfo_endpoint',
  'pushed_authorization_request_endpoint',
  'end_session_endpoint',
  'jwks_uri',
];

const REQUIRED = ['authorization_endpoint', 'token_endpoint'];

/**
 * Passed on as the provider says them. What is not listed is left out: it may describe what clients here must not use.
 */
const PASSED_ON = [
  'issuer',
  ...ENDPOINTS,
  'response_modes_supported',
  'token_endpoint_auth_methods_supported',
  'token_endpoint_auth_signing_alg_values_supported',
  'revocation_endpoint_auth_methods_supported',
  'require_pushed_authorization_requests',
  'authorization_response_iss_parameter_supported',
  'client_id_metadata_document_supported',
  'subject_types_supported',
  'id_token_signing_alg_values_supported',
  'service_documentation',
  'op_policy_uri',
  'op_tos_uri',
];

/**
 * Turns the identity provider's own metadata into the copy served here (contract: Authentication, Tool server 3). The
 * issuer stays the provider's: tokens, `iss` parameters and clients' credentials are bound to it.
 * @throws Error when the document is unsafe, or rules out what clients here need
 */
export function adoptMetadata(metadata: IssuerMetadata): IssuerMetadata {
  checkEndpoints(metadata);
  const methods = metadata['code_challenge_methods_supported'];
  if (Array.isArray(methods) && !methods.includes('S256'))
    throw new Error('the provider does not offer PKCE with S256');
  const copied = PASSED_ON.filter((field) => metadata[field] !== undefined).map((field) => [field, metadata[field]]);
  return {
    ...Object.fromEntries(copied),
    scopes_supported: scopes(metadata),
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
  };
}

function checkEndpoints(metadata: IssuerMetadata): void {
  for (const field of ENDPOINTS) {
    const value = metadata[field];
    if (value === undefined && !REQUIRED.includes(field)) continue;
    if (typeof value !== 'string' || !isSecureUrl(value)) throw new Error(`${field} is missing or no https URL`);
  }
}

function scopes(metadata: IssuerMetadata): string[] {
  const offered = metadata['scopes_supported'];
  const refresh = Array.isArray(offered) && offered.includes('offline_access');
  return refresh ? [...IDENTITY_SCOPES, 'offline_access'] : [...IDENTITY_SCOPES];
}
