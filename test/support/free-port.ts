import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Systems assign higher ports to sockets that ask for any port, so another test could get one of them meanwhile. */
const [FIRST, BEYOND] = [15_000, 30_000];

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, BEYOND);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
