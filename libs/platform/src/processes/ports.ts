import { createServer } from 'node:net';

/** Whether a server could listen there now, on any address of this machine. */
export async function portIsFree(port: number): Promise<boolean> {
  // Some systems let one program listen on all addresses while another holds the one of this machine.
  return (await canListen({ port })) && canListen({ port, host: '127.0.0.1' });
}

/** The first free port from `first` on. */
export async function freePort(first: number): Promise<number> {
  for (let port = first; port < first + 200; port++) if (await portIsFree(port)) return port;
  throw new Error(`None of the ports ${first} to ${first + 199} is free.`);
}

function canListen(address: { port: number; host?: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ ...address, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
