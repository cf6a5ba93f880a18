const MAX_HOSTS = 16;
/** What stands before the hosts, the hosts, and what stands behind them. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]+)(.*)$/s;

/**
 * The addresses for which one with several hosts stands (`postgres://user:password@a:5432,b:5432/crm`), in its order; any
 * other stands for itself. None where one of them is no address of Postgres, or where they are more than 16.
 */
export function eachHost(url: string): string[] {
  const [, before = '', hosts = '', behind = ''] = PARTS.exec(url) ?? [];
  const urls = hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${behind}`) : [url];
  return urls.length <= MAX_HOSTS && urls.every((each) => isPostgres(each, urls.length > 1)) ? urls : [];
}

/** One without a host is that of a socket of this machine. */
function isPostgres(url: string, needsHost: boolean): boolean {
  const { protocol = '', hostname = '' } = URL.parse(url) ?? {};
  return /^postgres(ql)?:$/.test(protocol) && (hostname !== '' || !needsHost);
}
