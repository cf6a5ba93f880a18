import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What `npm start` leaves for people and scripts. What a later part will fill is null until then. */
export interface DemoFile {
  rest_url: string;
  mcp_url: string | null;
  auth_url: string | null;
  workspace_id: string;
  api_key: string;
  user: { email: string; password: string } | null;
  database_url: string;
}

const FILE = '.data/demo.json';

export function readDemoFile(): DemoFile | undefined {
  if (!existsSync(FILE)) return undefined;
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as DemoFile;
  } catch {
    // Cut off or edited by hand: made anew.
    return undefined;
  }
}

/** Only its owner may read the file, which holds a key. */
export function writeDemoFile(demo: DemoFile): void {
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(`${FILE}.next`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  chmodSync(`${FILE}.next`, 0o600);
  renameSync(`${FILE}.next`, FILE);
}
