// What building an image without a container engine needs of this machine: buildah and debootstrap, both Debian packages.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const HOME = resolve('.data', 'verify-image');
const STORAGE = join(HOME, 'storage');
const REGISTRIES = join(HOME, 'registries.conf');
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

/** Installs what is missing. @throws Error when that cannot be */
export function ensureTools() {
  const missing = ['buildah', 'debootstrap'].filter((name) => spawnSync(name, ['--version']).error);
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
  const mounted = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '');
  for (const path of mounted.filter((path) => path.startsWith(STORAGE)).reverse()) run('umount', [path]);
  rmSync(STORAGE, { recursive: true, force: true });
}

/** Layers as overlays where the kernel lets them; whole copies, which take minutes and gigabytes, work everywhere. */
function driver() {
  chosen ??= process.env.STORAGE_DRIVER;
  chosen ??= spawnSync('buildah', [...storage('overlay'), 'info']).status === 0 ? 'overlay' : 'vfs';
  return chosen;
}

let chosen;

function storage(name) {
  return ['--storage-driver', name, '--root', STORAGE, '--runroot', join(STORAGE, 'run')];
}

const SIGNED = new Set(['build', 'from', 'commit']);

export function buildah([command, ...args], options) {
  const places = [...storage(driver()), '--registries-conf', REGISTRIES];
  const policy = SIGNED.has(command) ? ['--signature-policy', POLICY] : [];
  return run('buildah', [...places, command, ...policy, ...args], options).trim();
}
