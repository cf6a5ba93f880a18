import { SetMetadata, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Actor, Capability, Caller } from '#crm-domain';

/** Under this key Nest keeps what `@Requires` and `@Public` said of a route. */
export const REQUIREMENT = 'access:requirement';

/** What a route asks of its caller. A route without a requirement is closed. */
export interface Requirement {
  /** Null: any valid credential of an entitled workspace. */
  needs: Capability | null;
  /** Capabilities that it needs beside that one. */
  also: readonly Capability[];
  /**
   * `guard`: proved before the controller runs, which gets an Actor. `statement`: the domain proves the caller in the
   * same round trip as the work itself, which gets a Caller and must not be used for anything else.
   */
  proved: 'guard' | 'statement';
}

/**
 * What a credential needs for a route (contract: Scopes). `proved` says who checks it: the guard, or the statement of
 * the service.
 */
export const Requires = (needs: Capability | null, proved: Requirement['proved'] = 'guard') =>
  SetMetadata(REQUIREMENT, { needs, also: [], proved } satisfies Requirement);

/** For a route that a credential needs several capabilities for. The first one says whether it reads or writes. */
export const RequiresAll = (needs: Capability, ...also: Capability[]) =>
  SetMetadata(REQUIREMENT, { needs, also, proved: 'guard' } satisfies Requirement);

/** Open to everybody: health, documentation, sign-in. */
export const Public = () => SetMetadata(REQUIREMENT, 'public');

/** How much a body is: its bytes, and the names and values in it. */
export interface BodySize {
  bytes: number;
  parts: number;
}

/**
 * Who a verified credential stands for. Whether they may come in is for the database to say, with every request anew.
 */
export interface Bearer {
  caller: Caller;
  /**
   * Of a token: its connection, when that was seen at work before. The first use of a token makes it, which no
   * statement of a route does.
   */
  connection_id: string | undefined;
  /** Of a token: when it expires, in seconds since 1970. */
  expires_at?: number;
}

/** What counts the answer to a request against the rate of its caller's credential (see `AnswerWeight`). */
export interface AnswerWeighing {
  expected(work: string): number;
  foresee(work: string): void;
  refuseHeavy(): void;
  workOn(bytes: number): void;
  spendTime(seconds: number): void;
  /** Left out where nothing carries several. */
  spendItems?(more: number, body?: BodySize): void;
  weigh(bytes: number): void;
  /** Left out where nothing is made while it is sent. */
  weighPiece?(bytes: number): { bytes: number; wait: number };
  /** There is no answer but a refusal. */
  refuse(): void;
  giveBack(): void;
}

/** A request as the guards leave it. */
export interface AuthenticatedRequest {
  headers: Record<string, string | string[] | undefined>;
  method: string;
  requestId: string;
  /** Whose credential came along, once it is verified. */
  bearer?: Bearer;
  caller?: Actor | Caller;
  /** Set where there is a body that was read. */
  bodySize?: BodySize;
  /** Whether it carries many writes, each of which is counted. */
  isBatch?: boolean;
  /** Of a batch: tells it from another one. */
  bodyDigest?: string;
  weight?: AnswerWeighing;
  /**
   * Authorizes a caller whose authorization was left to the route's own statement. Whoever refuses a request before
   * that statement was run calls this first, so that nobody is told what was wrong with a request they may not make.
   * @throws DomainError unauthenticated, forbidden
   */
  authorize?(): Promise<Actor>;
}

/** The caller, as the guard left it. */
export const By = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<AuthenticatedRequest>().caller,
);
