const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
  // Makes creates two to three times dearer in this build, which knows only pglz.
  wal_compression: 'off',
  jit: 'off',
  random_page_cost: '1.1',
  max_connections: '200',
  // In kB. With the usual 4 MB a request now and then waits for the text index to be put in order.
  gin_pending_list_limit: '65536',
  log_min_messages: 'warning',
};
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Flags for `postgres`: ours, those that trade safety for speed, and what the caller says, which goes before both. */
export function settingFlags({ fast, settings }: { fast?: boolean; settings?: Record<string, string> }): string[] {
  return Object.entries({ ...SETTINGS, ...(fast && FAST), ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
}
