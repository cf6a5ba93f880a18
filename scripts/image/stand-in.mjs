// A stand-in for the official Node image: a minimal Debian with the Node that this project pins and with npm, under the
// official image's name, so that the Dockerfile is built as it is.
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { HOME, buildah, run } from './tools.mjs';

const SYSTEM = join(HOME, 'debian');
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Makes the image under the name that the Dockerfile asks for. */
export function makeBase(name) {
  if (!existsSync(join(SYSTEM, 'usr/local/bin/node'))) makeSystem();
  const container = buildah(['from', 'scratch']);
  buildah(['copy', '--quiet', container, SYSTEM, '/']);
  buildah(['config', '--env', `PATH=${PATH}`, '--cmd', 'node', container]);
  buildah(['commit', '--quiet', '--format', 'docker', '--rm', container, `docker.io/library/${name}`]);
}

function makeSystem() {
  rmSync(SYSTEM, { recursive: true, force: true });
  run('debootstrap', ['--variant=minbase', 'bookworm', SYSTEM, ...mirror()]);
  for (const dir of ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man', 'usr/share/locale'])
    rmSync(join(SYSTEM, dir), { recursive: true, force: true });
  appendFileSync(join(SYSTEM, 'etc/passwd'), 'node:x:1000:1000::/home/node:/bin/bash\n');
  appendFileSync(join(SYSTEM, 'etc/group'), 'node:x:1000:\n');
  addNpm();
  cpSync(process.execPath, join(SYSTEM, 'usr/local/bin/node'));
}

/** This machine's npm, and where it looks for packages. */
function addNpm() {
  const modules = join(SYSTEM, 'usr/local/lib/node_modules');
  mkdirSync(modules, { recursive: true });
  cpSync(join(npm('root', '--global'), 'npm'), join(modules, 'npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(SYSTEM, 'usr/local/bin/npm'));
  const cafile = npm('config', 'get', 'cafile');
  const lines = [`registry=${npm('config', 'get', 'registry')}`];
  if (existsSync(cafile)) {
    mkdirSync(join(SYSTEM, dirname(cafile)), { recursive: true });
    writeFileSync(join(SYSTEM, cafile), readFileSync(cafile));
    lines.push(`cafile=${cafile}`);
  }
  mkdirSync(join(SYSTEM, 'usr/local/etc'), { recursive: true });
  writeFileSync(join(SYSTEM, 'usr/local/etc/npmrc'), `${lines.join('\n')}\n`);
}

function npm(...args) {
  return spawnSync('npm', args, { encoding: 'utf8' }).stdout.trim();
}

/** Where this machine has its own packages from: an array of one address, or none. */
export function mirror() {
  const dir = '/etc/apt/sources.list.d';
  const files = ['/etc/apt/sources.list', ...(existsSync(dir) ? readdirSync(dir).map((file) => join(dir, file)) : [])];
  const text = files.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')).join('\n');
  const found = /^(?:URIs:|deb(?: \[[^\]]*\])?)\s+(https?:\/\/\S+\/debian)\/?(?:\s|$)/m.exec(text);
  return found ? [found[1]] : [];
}
