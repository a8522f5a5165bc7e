import { createServer, type AddressInfo } from 'node:net';

/**
 * A port on loopback that is free now and not one of `taken`. Another process may be quicker: whoever takes it must
 * be ready to ask again.
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

/** Whether a server can be told to listen on `port`. */
export function isPort(port: number | undefined): port is number {
  return port !== undefined && Number.isInteger(port) && port > 0 && port <= 65_535;
}
