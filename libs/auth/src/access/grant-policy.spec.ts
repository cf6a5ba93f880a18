import {
  CAPABILITIES,
  CapabilityMissing,
  DomainError,
  type AccessFacts,
  type Capability,
  type Caller,
} from '#crm-domain';
import { GrantPolicy } from './grant-policy.js';

const policy = new GrantPolicy();
const via = { origin: 'mcp', request_id: 'none' } as const;
const person: Caller = { workspace_id: 'w', api_key_id: null, user_id: 'u', client_id: 'c', trusted: false, via };
const key: Caller = { ...person, api_key_id: 'k', user_id: null, client_id: null };
const service: Caller = { ...person, user_id: null, client_id: null, trusted: true };

const facts: AccessFacts = {
  schema_version: '7',
  api_access: true,
  actor_name: 'Ada',
  role: 'member',
  connection_id: 'n',
  connection_revoked_at: null,
  may: CAPABILITIES['read:data'],
};

/** Kind and reason of the refusal, or what is let in. */
function outcome(caller: Caller, known: AccessFacts | undefined, needs: Capability | null = 'read:data'): unknown {
  try {
    return [...policy.authorize(caller, known, needs).capabilities];
  } catch (error) {
    if (error instanceof DomainError) return `${error.kind} ${error.reason}`;
    throw error;
  }
}

describe('the access policy', () => {
  it('resolves a grant into what it holds, and into nothing else', () => {
    expect(outcome(person, facts)).toEqual(['read:data']);
    expect(outcome(person, { ...facts, may: 11 }, 'send:messages')).toEqual([
      'read:data',
      'write:data',
      'send:messages',
    ]);
    expect(outcome(person, { ...facts, may: 0 }, null)).toEqual([]);
  });

  it('makes an actor of a claim, named as the database names it', () => {
    expect(policy.authorize(person, facts, null)).toMatchObject({
      ...person,
      type: 'user',
      id: 'u',
      name: 'Ada',
      role: 'member',
      schema_version: '7',
      connection_id: 'n',
    });
  });

  it.each<[string, Caller, AccessFacts | undefined, string]>([
    ['there is no such workspace', person, undefined, 'unauthenticated not_authenticated'],
    ['the user is no member', person, { ...facts, role: null }, 'unauthenticated not_authenticated'],
    ['the user is deactivated', person, { ...facts, actor_name: null }, 'unauthenticated not_authenticated'],
    ['the key is revoked', key, { ...facts, actor_name: null }, 'unauthenticated not_authenticated'],
    [
      'the connection is revoked',
      person,
      { ...facts, connection_revoked_at: new Date(0) },
      'unauthenticated connection_revoked',
    ],
    ['the workspace is not entitled', person, { ...facts, api_access: false }, 'forbidden no_api_access'],
    ['the grant lacks what is needed', person, { ...facts, may: 2 }, 'forbidden capability_missing'],
  ])('refuses when %s', (_when, caller, known, refusal) => {
    expect(outcome(caller, known)).toBe(refusal);
  });

  it('tells nobody of an entitlement or a capability whose credential is worth nothing', () => {
    const nothing = { ...facts, api_access: false, may: 0 };
    expect(outcome(person, { ...nothing, role: null })).toMatch(/^unauthenticated/);
    expect(outcome(person, { ...nothing, connection_revoked_at: new Date(0) })).toMatch(/^unauthenticated/);
    expect(outcome(key, { ...nothing, actor_name: null })).toMatch(/^unauthenticated/);
    expect(outcome(person, nothing)).toBe('forbidden no_api_access');
  });

  it('lets the service itself do everything that its statement lets it do', () => {
    expect(
      outcome(service, { ...facts, api_access: false, actor_name: null, role: null, may: 15 }, 'write:schema'),
    ).toHaveLength(4);
    expect(outcome(service, undefined)).toMatch(/^unauthenticated/);
  });

  it('asks of an actor for more by the same rule', () => {
    const actor = policy.authorize(person, facts, 'read:data');
    expect(() => policy.require(actor, 'read:data')).not.toThrow();
    expect(() => policy.require(actor, 'write:data')).toThrow(CapabilityMissing);
  });
});
