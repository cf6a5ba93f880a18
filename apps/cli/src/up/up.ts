import { readSettings } from '#platform';
import type { Surroundings } from '../command.js';
import { Failure } from '../failure.js';
import { placed, portSettings } from '../services.js';
import { banner } from './banner.js';
import { Interrupt } from './interrupt.js';
import { LocalServices } from './local-services.js';
import { onlyOne } from './only-one.js';
import { CleanupStack } from './cleanup-stack.js';
import { serviceLog } from './service-log.js';
import { bringUpToDate, refuseTakenPorts, startAll } from './start-all.js';
import { Interrupted, Steps } from './steps.js';
import { onChange } from './watch.js';

/** Runs everything on this machine until Ctrl-C, or until a part of it ends by itself. @throws Failure */
export async function runEverything({ env, say, answer }: Surroundings, options: { watch: boolean }): Promise<void> {
  const places = placed(readSettings(portSettings, env), env);
  const running = new CleanupStack();
  running.add(onlyOne());
  const interrupt = new Interrupt(() => stopAtOnce(running));
  const steps = new Steps(say, interrupt.happened);
  const services = new LocalServices(places, serviceLog(say));
  try {
    await refuseTakenPorts(places);
    const { demo, near } = await startAll({ env, places, services, steps, running });
    if (options.watch) {
      const restart = async () => {
        await services.stop();
        await bringUpToDate(steps, near.databaseUrl);
        await services.start(steps, near, env);
      };
      running.add(onChange(restart, say));
    }
    answer({ json: demo, text: banner(demo) });
    const failure = await Promise.race([running.failed, interrupt.first]);
    if (failure) throw new Failure(failure);
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
  } finally {
    await running.stop();
  }
  // The terminal has written ^C in front.
  say(`${process.stdout.isTTY ? '\r\x1b[K' : ''}Stopped. The data is kept for the next start.`);
}

/** For whoever does not want to wait: what is still running is told to end, and the services end with this process. */
function stopAtOnce(running: CleanupStack): never {
  running.abandon();
  process.exit(130);
}
