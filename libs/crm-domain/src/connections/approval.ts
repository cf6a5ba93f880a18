/**
 * What a person decides of a connection, whether each draft needs them before it is sent: as the workspace says, always,
 * or never over REST, because it is their own program.
 */
export const APPROVALS = ['as_workspace', 'required', 'own_program'] as const;
/** One of `APPROVALS`. */
export type Approval = (typeof APPROVALS)[number];
