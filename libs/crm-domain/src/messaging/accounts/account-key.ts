/** What names a connected account. */
export interface AccountKey {
  workspace_id: string;
  channel_account_id: string;
}
