import type { Bearer } from '#auth';
import { DomainError, type Actor, type Capability } from '#crm-domain';
import type { Gatekeeper } from '../../../apps/mcp-gateway/src/protocol/gatekeeper.js';

interface AdmissionRequest {
  requestId: string;
}

function actorWith(...capabilities: Capability[]): Actor {
  return {
    workspace_id: '0197c2a0-0000-7000-8000-000000000001',
    api_key_id: null,
    user_id: '0197c2a0-0000-7000-8000-000000000002',
    client_id: 'client-1',
    trusted: false,
    via: { origin: 'mcp', request_id: 'none' },
    type: 'user',
    id: '0197c2a0-0000-7000-8000-000000000002',
    name: 'Ada',
    role: 'member',
    capabilities: new Set(capabilities),
    schema_version: '1',
    connection_id: '0197c2a0-0000-7000-8000-000000000003',
  };
}

/** Of another workspace. */
const strangerWith = (...capabilities: Capability[]): Actor => ({
  ...actorWith(...capabilities),
  workspace_id: '0197c2a0-0000-7000-8000-000000000009',
});

const TOKENS: Record<string, () => Actor> = {
  reader: () => actorWith('read:data'),
  stranger: () => strangerWith('read:data'),
  writer: () => actorWith('read:data', 'write:data'),
  revoked: () => refuse('unauthenticated', 'This connection was revoked.'),
  lapsed: () => refuse('forbidden', 'This workspace has no API access.'),
  early: () => refuse('unavailable', 'The keys cannot be read just now.', 7),
  busy: () => refuse('rate_limited', 'Too many requests.', 3),
  broken: () => {
    throw new Error('password=hunter2');
  },
};

function refuse(kind: ConstructorParameters<typeof DomainError>[0], message: string, retryAfter?: number): never {
  throw new DomainError(kind, message, [], retryAfter);
}

/** Knows a handful of tokens, each with its fate. */
export class StubGatekeeper implements Gatekeeper<StubBearer> {
  /** Whether the connections were seen before. */
  recalls = false;
  /** How often one was looked up. */
  admitted = 0;
  readonly asked: (AdmissionRequest & { authorization: string | undefined })[] = [];

  async identify(authorization: string | undefined, request: AdmissionRequest): Promise<StubBearer> {
    this.asked.push({ authorization, ...request });
    const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
    if (!token) return refuse('unauthenticated', 'A bearer token is needed.');
    const fate = TOKENS[token] ?? (() => refuse('unauthenticated', 'The token is not valid.'));
    const caller = token === 'stranger' ? strangerWith() : actorWith();
    return { caller, connection_id: this.recalls ? caller.connection_id! : undefined, fate };
  }

  /** What was counted of answers, in characters. */
  readonly weighed: number[] = [];

  weight() {
    return {
      expected: () => 0,
      foresee: () => undefined,
      workOn: () => undefined,
      spendTime: () => undefined,
      refuse: () => undefined,
      weigh: (characters: number) => void this.weighed.push(characters),
      giveBack: () => undefined,
      refuseHeavy: () => undefined,
    };
  }

  spend(): void {}

  spendBody(): void {}

  introduce(actor: Actor): Actor {
    return actor;
  }

  async admit({ fate }: StubBearer): Promise<Actor> {
    this.admitted += 1;
    return fate();
  }
}

interface StubBearer extends Bearer {
  fate: () => Actor;
}
