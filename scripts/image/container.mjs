// Runs what an image says as a container engine would: its command, environment and user, as process 1 of a process
// space of its own, on a root file system that cannot be written to.
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildah } from './tools.mjs';

const ENTER = `set -e
root=$1 user=$2 dir=$3; shift 3
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
mount -o remount,bind,ro "$root"
exec chroot --userspec="$user" "$root" /bin/sh -c 'cd "$0" && exec "$@"' "$dir" "$@"`;

export class Container {
  constructor(image) {
    const { config } = JSON.parse(buildah(['inspect', '--type', 'image', image])).Docker;
    this.config = config;
    this.name = image;
    this.root = buildah(['mount', buildah(['from', '--pull-never', image])]);
    // The name under which compose.yaml's profile `dev` has its identity provider.
    appendFileSync(join(this.root, 'etc/hosts'), '127.0.0.1 localhost auth.localhost\n');
  }

  /** Starts a command, the image's own if none is named. `user` only where the image names none. */
  start(env, command = this.config.Cmd) {
    const { User, WorkingDir, Env } = this.config;
    const given = [...Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
    const child = spawn(
      'unshare',
      [
        ...['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', ENTER, 'sh'],
        ...[this.root, User || '0:0', WorkingDir || '/'],
        ...['/usr/bin/env', '-i', ...given, ...command],
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    return new Running(this.name, child);
  }

  /** Runs a command to its end and gives what it printed. @throws Error when it fails */
  async take(env, command) {
    const running = this.start(env, command);
    const code = await running.ended;
    if (code !== 0) throw new Error(`${this.name}: ${command.join(' ')} ended with ${code}\n${running.output}`);
    return running.stdout.trim();
  }

  /** The image's own health check. @throws Error when it is not well */
  async checkHealth(env) {
    await this.take(env, this.config.Healthcheck.Test.slice(1));
  }
}

class Running {
  output = '';
  stdout = '';

  constructor(name, child) {
    this.name = name;
    this.child = child;
    child.stdout.on('data', (chunk) => (this.stdout += chunk));
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (this.output += chunk));
    this.ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)));
  }

  /** Waits until an address answers 200. @throws Error with the log when it never does */
  async untilReady(url) {
    for (let attempt = 0; attempt < 300 && this.child.exitCode === null; attempt++) {
      const answer = await fetch(url).catch(() => undefined);
      if (answer?.ok) return;
      await sleep(100);
    }
    throw new Error(`${this.name} did not answer at ${url}:\n${this.output}`);
  }

  /** Facts of its process 1, as the kernel tells them. */
  status() {
    const text = readFileSync(`/proc/${this.processOne()}/status`, 'utf8');
    const of = (field) => new RegExp(`^${field}:\\s+(.*)$`, 'm').exec(text)?.[1];
    return { user: of('Uid'), pid: of('NSpid')?.split('\t').at(-1) };
  }

  /** Asks process 1 to end, and gives its exit code; a time that no engine grants ends it for good. */
  async stop() {
    process.kill(this.processOne(), 'SIGTERM');
    const code = await Promise.race([this.ended, sleep(10_000, 'nothing within 10 s', { ref: false })]);
    this.kill();
    return code;
  }

  kill() {
    this.child.kill('SIGKILL');
  }

  processOne() {
    const [child] = readFileSync(`/proc/${this.child.pid}/task/${this.child.pid}/children`, 'utf8').split(' ');
    return Number(child);
  }
}
