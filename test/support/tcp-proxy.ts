import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from './concurrent-tests.js';

export type TcpProxy = Awaited<ReturnType<typeof createTcpProxy>>;

/** A proxy on loopback that takes the connection from its clients. It ends with the test. */
export async function createTcpProxy(targetPort: number) {
  const sockets = new Set<Socket>();
  let target = targetPort;
  let state: 'open' | 'cut' | 'hanging' = 'open';

  const server = createServer((client) => {
    keep(client);
    if (state === 'cut') client.destroy();
    if (state === 'hanging') client.pause();
    if (state !== 'open') return;
    const upstream = connect({ host: '127.0.0.1', port: target });
    keep(upstream);
    client.pipe(upstream);
    upstream.pipe(client);
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
  });

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  }

  const destroyAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    destroyAll();
    server.close();
    await once(server, 'close');
  });
  return {
    port: (server.address() as AddressInfo).port,
    /** Closes all connections, and closes new ones at once. */
    cut(): void {
      state = 'cut';
      destroyAll();
    },
    /** Passes nothing on and keeps the connections open, as a network that loses all packets. */
    hang(): void {
      state = 'hanging';
      for (const socket of sockets) socket.unpipe().pause();
    },
    /** Ends `cut` and `hang`. Connections that hung are closed. */
    heal(): void {
      if (state === 'hanging') destroyAll();
      state = 'open';
    },
    /** Sends new connections to another port, and closes the others. */
    switchTo(port: number): void {
      target = port;
      destroyAll();
    },
  };
}
