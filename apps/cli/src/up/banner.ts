import type { DemoFile } from '../demo-file.js';
import { DEMO_FILE } from '../demo-file.js';
import { bold, columns, cyan, dim } from '../terminal.js';
import { LOG_DIR } from './service-log.js';

/** What somebody needs who has just started everything; the `curl` line works when pasted. */
export function banner(demo: DemoFile): string {
  const rows: [string, string | null][] = [
    ['REST API', demo.rest_url && `${demo.rest_url}/v1`],
    ['Docs', demo.rest_url && `${demo.rest_url}/docs`],
    ['Tools', demo.mcp_url && `${demo.mcp_url}/mcp`],
    ['Screens', demo.rest_url && `${demo.rest_url}/console`],
    ['Inbox', demo.rest_url && `${demo.rest_url}/console/inbox`],
    ['Sign in as', demo.user.password && `${demo.user.email}, password ${demo.user.password}`],
    ['API key', demo.api_key],
    ['Database', demo.database_url],
    ['Files', `${DEMO_FILE}, logs in ${LOG_DIR}/`],
  ];
  const shown = rows.filter((row): row is [string, string] => row[1] !== null);
  return [
    '',
    `  ${bold('The CRM is up.')}`,
    '',
    columns(shown),
    '',
    `  ${bold('Try it')} ${dim('(two people of the demo workspace)')}`,
    '',
    cyan(`curl -s -H 'Authorization: Bearer ${demo.api_key}' '${demo.rest_url}/v1/records/people?limit=2'`),
    '',
    `  ${dim('Ctrl-C stops everything.')}`,
    '',
  ].join('\n');
}
