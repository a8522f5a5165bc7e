import { createServer, type AddressInfo } from 'node:net';

/**
 * Finds a free port on loopback that is not in `taken`. Another process may take the port first, so the caller must be
 * ready to retry.
 */
export async function findFreePort(taken: ReadonlySet<number>): Promise<number> {
  for (;;) {
    const port = await offeredPort();
    if (!taken.has(port)) return port;
  }
}

function offeredPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Whether `port` is a valid port number. */
export function isPort(port: number | undefined): port is number {
  return port !== undefined && Number.isInteger(port) && port > 0 && port <= 65_535;
}
