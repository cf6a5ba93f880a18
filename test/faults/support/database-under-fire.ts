import type { Services } from './bystander.js';

/** What befalls, and how: each is over when all is as before. `ms` is how long it lasts where that is of choice. */
export type Blows = Record<string, (ms: number) => Promise<unknown>>;

/** A database that is struck down and comes back while services use it. */
export interface DatabaseUnderFire {
  /** Where the services find it. */
  readonly url: string;
  /** Where it is found whatever befalls the way of the services. */
  readonly directUrl: string;
  /** Makes what services need in it. */
  prepare(): Promise<void>;
  /** @param workspaceId one that is written to */
  blows(workspaceId: string): Blows;
  /** Clients of other tenants, who add to `complaints` what should not befall them. */
  bystanders?(services: Services, complaints: string[]): Promise<{ write(isOver: () => boolean): Promise<void> }[]>;
  /** What else was seen, a line each. */
  remarks?(): string[];
  remove(): Promise<void>;
}
