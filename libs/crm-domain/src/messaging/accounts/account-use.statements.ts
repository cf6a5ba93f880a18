/**
 * Whether a person may send through an account: their own, or a shared one whose users they are among. $1 is the
 * workspace, `a` the account.
 */
export const maySendThrough = (user: string): string => `(a.owner_user_id = ${user}
    or a.owner_user_id is null and exists (select 1
      from channel_account_member m
      where m.workspace_id = $1 and m.channel_account_id = a.channel_account_id and m.user_id = ${user}))`;
