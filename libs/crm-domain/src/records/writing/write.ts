import type { Actor, Caller } from '../../actor.js';
import type { ObjectSchema, WorkspaceSchema } from '../../objects/schema.js';
import type { RecordAddress } from '../authorize-and-find.js';
import type { ExpectedVersions } from '../../version-mismatch.js';
import type { AnswerShape, Shape } from '../shown/shape.js';
import type { ChangePlan } from './change-plan.js';
import type { Judged } from './write-refusals.js';

/** The map a caller wants written, and how it called it. */
export interface RecordInput {
  data: unknown;
  path: string;
  /** Keys passed over in silence. */
  ignore?: ReadonlySet<string>;
  /** For a new record that is to be made once however often it is tried. */
  record_id?: string;
  /** Whether the record might have been there already: then values may be appended to those of a new one as well. */
  isUpsert?: boolean;
  /** Versions of which the record must have one before an update. */
  expected?: ExpectedVersions;
  /** How the record is shown afterwards. */
  shape?: AnswerShape;
}
export type Whole = { shape?: undefined };

export interface Write extends Judged {
  caller: Caller;
  schema: WorkspaceSchema;
  object: ObjectSchema;
  shape: Shape;
}

export interface Update {
  caller: Caller;
  at: RecordAddress;
  input: RecordInput;
  /** Whether this transaction has the record. */
  locked: boolean;
  /** What the last try was about to write. */
  saving?: { write: Write; plan: ChangePlan };
}

/** To whom the record of a write on a relationship is told. */
export interface Linked {
  actor: Actor;
  recordId: string;
  isNew: boolean;
}

/** To whom a record is told after a write, and the moment of it. */
export interface Told {
  actor: Actor;
  at: Date;
  isNew?: boolean;
}
