/** What our tokens say beyond the registered claims. */
export interface AccessClaims {
  azp: string;
  org_id?: string;
}

export function accessClaims(clientId: string, orgId: string | undefined): AccessClaims {
  return { azp: clientId, ...(orgId !== undefined && { org_id: orgId }) };
}
