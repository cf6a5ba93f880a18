import { ServiceProcesses, readSettings } from '#platform';
import { defineCommand } from '../command.js';
import { Failure } from '../failure.js';
import { placed, portSettings } from '../services.js';
import { banner } from '../up/banner.js';
import { Interrupt } from '../up/interrupt.js';
import { Running } from '../up/running.js';
import { serviceLog } from '../up/service-log.js';
import { refuseSecondStart, refuseTakenPorts, startAll } from '../up/start-all.js';
import { Interrupted, Steps } from '../up/steps.js';

export const up = defineCommand({
  name: 'up',
  summary: 'Start everything with a demo workspace: the same as npm start',
  details:
    'Starts a Postgres of its own in .data/postgres unless DATABASE_URL names one, migrates, makes a demo workspace once, ' +
    'and starts the services. Ctrl-C stops it all. REST_PORT moves the REST API from port 3000.',
  options: {},
  example: '',
  async run(_given, { env, say, answer }) {
    const services = placed(readSettings(portSettings, env));
    await refuseTakenPorts(services);
    if (!env.DATABASE_URL) await refuseSecondStart();
    const running = new Running();
    const interrupt = new Interrupt(() => running.abandon());
    const processes = new ServiceProcesses(serviceLog(say));
    const steps = new Steps(say, interrupt.happened);
    try {
      const demo = await startAll({ env, services, processes, steps, running });
      answer({ json: demo, text: banner(demo) });
      const failure = await Promise.race([processes.failed, interrupt.first]);
      if (failure) throw new Failure(failure);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
    } finally {
      await running.stop();
    }
    say(`${process.stdout.isTTY ? '\r' : ''}Stopped. The data is kept for the next start.`);
  },
});
