import type { Actor } from '../../actor.js';
import type { Approval } from '../../connections/approval.js';
import { ChangeLog } from '../../dry-run/change-log.js';
import { DomainError } from '../../errors.js';
import type { DraftHistory } from './draft.store.js';

export interface ApprovalRule {
  /** Whether the workspace lets no tool send by itself. */
  workspace: boolean;
  /** Null at the console, where no client stands between. */
  connection: Approval | null;
}

/**
 * Whether a person has to approve the draft that a caller wants to send. Who sends at the console approves by doing so,
 * and so does a person's own program over REST. No other connection is exempt from the rule of the workspace, nor sends
 * what waits for a person already.
 */
export function mustApprove(
  { trusted, via }: Actor,
  { approval_asked_at }: Pick<DraftHistory, 'approval_asked_at'>,
  { workspace, connection }: ApprovalRule,
): boolean {
  if (trusted || connection === null) return false;
  if (connection === 'required') return true;
  if (connection === 'own_program' && via.origin !== 'mcp') return false;
  return workspace || approval_asked_at !== null;
}

/** A draft was not sent, because its owner has to do that. It waits for them. */
export class AwaitingApproval extends DomainError {
  readonly status = 'awaiting_approval';
  override readonly keepsWrites = true;

  constructor(readonly draft: { workspace_id: string; draft_id: string; conversation_id: string }) {
    const waits = ChangeLog.isOfDryRun() ? 'Without the dry run it would wait' : 'It waits';
    super(
      'conflict',
      `Nothing was sent: a person has to approve this draft. ${waits} for its owner, who reads and sends it.`,
    );
    this.because('awaiting_approval');
  }
}
