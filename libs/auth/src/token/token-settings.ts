import type { Algorithm } from 'jsonwebtoken';
import { isSecureUrl } from './secure-url.js';

/**
 * How access tokens of the one identity provider are recognised. Everything provider-specific is here, nothing in code.
 */
export interface TokenSettings {
  /** Exact `iss`, a trailing slash included. */
  issuer: string;
  /** Overrides the address found in the provider's metadata. */
  jwks_uri?: string;
  /** A token must be meant for one of these; never empty. */
  audiences: readonly string[];
  algorithms: readonly Algorithm[];
  /** Accepted `typ` headers, without `application/`. */
  token_types: readonly string[];
  /**
   * Where the organisation stands: claim names, or dotted paths in which `*` is the only member of an object or list.
   */
  org_claims: readonly string[];
  /** All that are present must agree. */
  client_claims: readonly string[];
  scope_claims: readonly string[];
  /** Demanded of every token (contract: Authentication, Tool server 4). */
  required_scopes: readonly string[];
  /** Whether a token without any scope claim passes, for a provider that writes none. */
  scope_claim_optional: boolean;
  clock_tolerance_seconds: number;
  max_lifetime_seconds: number;
}

type Chosen = 'issuer' | 'audiences';
export type TokenSettingsInput = Pick<TokenSettings, Chosen> & Partial<Omit<TokenSettings, Chosen>>;

const DEFAULTS: Omit<TokenSettings, Chosen> = {
  algorithms: ['RS256'],
  token_types: ['at+jwt'],
  org_claims: ['org_id'],
  client_claims: ['azp', 'client_id'],
  scope_claims: ['scope', 'scp'],
  required_scopes: ['user:org:read'],
  scope_claim_optional: false,
  clock_tolerance_seconds: 5,
  max_lifetime_seconds: 86_400,
};

/** Fills in what most providers agree on. A member that is present but undefined takes its default, too. */
export function tokenSettings(input: TokenSettingsInput): TokenSettings {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  return { ...DEFAULTS, ...(given as TokenSettingsInput) };
}

/** Algorithms with a public key to verify by. */
export const VERIFIABLE = /^(RS|PS|ES)(256|384|512)$/;

/** The least and the most seconds of each time. */
export const WITHIN = { clock_tolerance_seconds: [0, 60], max_lifetime_seconds: [1, 604_800] } as const;

type Problems = (string | false)[];

/**
 * Refuses to start with settings under which a bad token could pass; the error lists everything that is wrong. The
 * types are not trusted here: the values come from the environment.
 *
 * @throws Error
 */
export function checkTokenSettings(settings: TokenSettings): void {
  const problems = [...addressProblems(settings), ...listProblems(settings), ...numberProblems(settings)].filter(
    Boolean,
  );
  if (problems.length) throw new Error(`Unsafe token settings: ${problems.join('; ')}`);
}

function addressProblems({ issuer, jwks_uri }: TokenSettings): Problems {
  return [
    !issuer && 'issuer is empty',
    Boolean(issuer) && !isSecureUrl(issuer) && 'issuer must be an https address, or http on a loopback host',
    Boolean(issuer) && /[?#]/.test(issuer) && 'issuer must have no query and no fragment',
    jwks_uri !== undefined && !isSecureUrl(jwks_uri) && 'jwks_uri must be an https address, or http on a loopback host',
  ];
}

function listProblems(settings: TokenSettings): Problems {
  const { algorithms } = settings;
  const filled = ['audiences', 'algorithms', 'token_types', 'org_claims', 'client_claims', 'scope_claims'] as const;
  const unfit = Array.isArray(algorithms) ? algorithms.filter((name) => !VERIFIABLE.test(String(name))) : [];
  return [
    ...filled.map((name) => !isList(settings[name], 1) && `${name} must hold at least one text without blanks`),
    !isList(settings.required_scopes, 0) && 'required_scopes must be a list of texts without blanks',
    unfit.length > 0 && `algorithms may hold RS, PS and ES variants only, not ${unfit.join(', ')}`,
  ];
}

function numberProblems(settings: TokenSettings): Problems {
  return (['clock_tolerance_seconds', 'max_lifetime_seconds'] as const).map((name) => {
    const [least, most] = WITHIN[name];
    return !within(settings[name], least, most) && `${name} must be from ${least} to ${most}`;
  });
}

function isList(value: unknown, least: number): boolean {
  const isText = (item: unknown) => typeof item === 'string' && /^\S+$/.test(item);
  return Array.isArray(value) && value.length >= least && value.every(isText);
}

function within(value: unknown, least: number, most: number): boolean {
  return Number.isFinite(value) && (value as number) >= least && (value as number) <= most;
}
