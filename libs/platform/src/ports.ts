import { createServer } from 'node:net';

/** Whether a server could listen there now, on any address of this machine. */
export function portIsFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** The first free port from `first` on. */
export async function freePort(first: number): Promise<number> {
  for (let port = first; port < first + 200; port++) if (await portIsFree(port)) return port;
  throw new Error(`None of the ports ${first} to ${first + 199} is free.`);
}
