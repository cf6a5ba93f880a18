import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import { CONSOLE_CLIENT_ID } from './console-client.js';
import { WORKSPACE_SCOPE } from './access-claims.js';

/**
 * Which consent an authorization rests on: the one given a moment ago, in this very interaction. The library would
 * reuse an earlier one for web clients, and nobody would be asked for a workspace again.
 */
export async function currentGrant(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const given = ctx.oidc.result?.consent?.grantId;
  if (given) return ctx.oidc.provider.Grant.find(given);
  return isFirstPartySignIn(ctx) ? signInGrant(ctx) : undefined;
}

/** The CRM's own screen only learns who somebody is; it is part of the CRM, so there is nothing to consent to. */
function isFirstPartySignIn({ oidc }: KoaContextWithOIDC): boolean {
  return oidc.client?.clientId === CONSOLE_CLIENT_ID && !oidc.requestParamScopes.has(WORKSPACE_SCOPE);
}

async function signInGrant({ oidc }: KoaContextWithOIDC): Promise<Grant> {
  const grant = new oidc.provider.Grant({ accountId: oidc.account?.accountId, clientId: CONSOLE_CLIENT_ID });
  grant.addOIDCScope([...oidc.requestParamOIDCScopes].join(' '));
  await grant.save();
  return grant;
}
