import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What `npm start` leaves for people and scripts. Fields of services that do not run are null. */
export interface DemoFile {
  rest_url: string | null;
  mcp_url: string | null;
  auth_url: string | null;
  providers_url: string | null;
  workspace_id: string;
  api_key: string;
  user: { email: string; password: string | null };
  /** Null when the database was named by DATABASE_URL: it is not ours to remember. */
  database_url: string | null;
}

/** Directory of everything that is kept between starts, in the directory the program runs in. */
export const DATA_DIR = '.data';
export const DEMO_FILE = `${DATA_DIR}/demo.json`;

/** What was written last, if it can still be read. */
export function readDemoFile(): Partial<DemoFile> | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(DEMO_FILE, 'utf8'));
    return typeof content === 'object' && content !== null ? content : undefined;
  } catch {
    return undefined;
  }
}

/** Readable for its owner alone: it holds a key. */
export function writeDemoFile(demo: DemoFile): void {
  mkdirSync(dirname(DEMO_FILE), { recursive: true });
  const next = `${DEMO_FILE}.next`;
  writeFileSync(next, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  chmodSync(next, 0o600);
  renameSync(next, DEMO_FILE);
}
