/**
 * Connections that the system accepts while a process has not come to them; it may be set to allow fewer
 * (net.core.somaxconn). Node's 511 are full within moments of a flood, and whoever is turned away then comes again after
 * a second, three or seven.
 */
const MAX_PENDING = 4096;

/** A Nest application. */
interface Listening {
  listen(port: number): Promise<unknown>;
}

/** Has a service listen on its port. @throws the system's error when it is taken */
export async function listen(app: Listening, port: number): Promise<void> {
  // Nest hands on to Node what it is given, which may be options.
  await app.listen({ port, backlog: MAX_PENDING } as unknown as number);
}
