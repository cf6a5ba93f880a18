import { createServer } from 'node:http';
import { logger } from '../logger.js';
import { registry, startMeasuring } from './metrics.js';

/**
 * Measures, and shows it to Prometheus at `/metrics` on a port of its own, which need not be open to callers, at one
 * address of this machine alone. Without a port nothing is measured. Does not keep the process alive.
 *
 * @throws when the port is taken, or the address is not one of this machine
 */
export async function serveMetrics(port: number | undefined, host: string): Promise<void> {
  if (port === undefined) return;
  startMeasuring();
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      (err: unknown) => {
        logger.error({ err }, 'The metrics cannot be shown.');
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  server.unref();
  logger.info({ port, host }, 'metrics are shown');
}
