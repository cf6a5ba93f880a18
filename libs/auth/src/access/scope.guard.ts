import { CAPABILITIES, CapabilityMissing, type AccessFacts, type Capability, type Caller } from '#crm-domain';

const NAMES = Object.keys(CAPABILITIES) as Capability[];

/**
 * Resolves a grant into capabilities, anew for each request (contract: Authentication, Tool server 4 to 6). The scopes
 * inside a token are not looked at here: they say nothing of capabilities.
 */
export class ScopeGuard {
  resolve({ may }: Pick<AccessFacts, 'may'>): ReadonlySet<Capability> {
    return new Set(NAMES.filter((name) => may & CAPABILITIES[name]));
  }

  /** @throws CapabilityMissing */
  check(caller: Caller, granted: ReadonlySet<Capability>, needs: Capability | null): void {
    if (needs && !granted.has(needs)) throw new CapabilityMissing(caller, needs);
  }
}
