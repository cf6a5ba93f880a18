/**
 * Whether a person may send through an account: their own, or a shared one whose users they are among. $1 is the
 * workspace, `account` stands for the account in the statement.
 */
export const maySendThrough = (user: string, account = 'a'): string => `(${account}.owner_user_id = ${user}
    or ${account}.owner_user_id is null and exists (select 1
      from channel_account_member m
      where m.workspace_id = $1 and m.channel_account_id = ${account}.channel_account_id and m.user_id = ${user}))`;
