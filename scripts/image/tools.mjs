// What building an image without a container engine needs of this machine: buildah and debootstrap, both Debian
// packages.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const HOME = resolve('.data', 'verify-image');
const STORAGE = join(HOME, 'storage');
export const REGISTRIES = join(HOME, 'registries.conf');
const POLICY = join(HOME, 'policy.json');

/** Runs a program and gives what it printed. @throws Error with the end of what it said when it fails */
export function run(program, args, { shown = false, ...options } = {}) {
  const stdio = shown ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'];
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    stdio,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    ...options,
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${`${stdout ?? ''}${stderr ?? ''}`.slice(-4000)}`);
  return stdout ?? '';
}

/** Does a step of a verification and prints what it was, what came of it and how many seconds it took. */
export async function step(title, work) {
  const begun = performance.now();
  process.stdout.write(`${title} ... `);
  const told = await work();
  process.stdout.write(`${told ? `${told}, ` : ''}${((performance.now() - begun) / 1000).toFixed(1)} s\n`);
}

/** Installs the Debian packages that are missing. @throws Error when that cannot be done */
export function install(packages) {
  const missing = packages.filter((name) => spawnSync('dpkg', ['--status', name]).status !== 0);
  if (process.getuid() !== 0)
    throw new Error('This needs to be root: it makes a base system and mounts file systems read-only.');
  if (missing.length === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update'], { env });
  run('apt-get', ['install', '-y', '--no-install-recommends', ...missing], { env });
}

/** An empty place for images, which asks no registry and demands no signature of what was made here. */
export function emptyStorage() {
  removeStorage();
  mkdirSync(HOME, { recursive: true });
  writeFileSync(REGISTRIES, 'unqualified-search-registries = ["docker.io"]\n');
  writeFileSync(POLICY, '{ "default": [{ "type": "insecureAcceptAnything" }] }\n');
}

export function removeStorage() {
  // A place can be mounted several times over, and each umount takes one away.
  for (let mounted = mounts(); mounted.length > 0; mounted = mounts()) run('umount', [mounted.at(-1)]);
  rmSync(STORAGE, { recursive: true, force: true });
}

function mounts() {
  const paths = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '');
  return paths.filter((path) => path.startsWith(STORAGE));
}

/** Layers as overlays where the kernel lets them; whole copies, which take minutes and gigabytes, work everywhere. */
function driver() {
  chosen ??= process.env.STORAGE_DRIVER;
  chosen ??= spawnSync('buildah', [...storage('overlay'), 'info']).status === 0 ? 'overlay' : 'vfs';
  return chosen;
}

let chosen;

/** The flags that buildah and podman share. */
export function storageFlags() {
  return storage(driver());
}

function storage(name) {
  return ['--storage-driver', name, '--root', STORAGE, '--runroot', join(STORAGE, 'run')];
}

const SIGNED = new Set(['build', 'from', 'commit']);

export function buildah([command, ...args], options) {
  const places = [...storageFlags(), '--registries-conf', REGISTRIES];
  const policy = SIGNED.has(command) ? ['--signature-policy', POLICY] : [];
  return run('buildah', [...places, command, ...policy, ...args], options).trim();
}
