import type { EventRow } from '../events/event.js';
import type { LeftReason } from './undo.js';

/** Why a change cannot be undone; thrown where a write would fail. */
export class Obstacle extends Error {
  constructor(
    readonly reason: LeftReason,
    /** What somebody else did, where that is why. */
    readonly by?: EventRow,
  ) {
    super(reason);
  }
}
