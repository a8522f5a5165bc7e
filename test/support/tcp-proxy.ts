import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy on loopback that takes the connection from its clients. */
export interface TcpProxy {
  readonly port: number;
  /** Closes all connections, and closes new ones at once. */
  cut(): void;
  /** Passes nothing on and keeps the connections open, as a network that loses all packets. */
  hang(): void;
  /** Ends `cut` and `hang`. Connections that hung are closed. */
  heal(): void;
  /** Sends new connections to another port, and closes the others. */
  switchTo(port: number): void;
  close(): Promise<void>;
}

export async function createTcpProxy(targetPort: number): Promise<TcpProxy> {
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
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      state = 'cut';
      destroyAll();
    },
    hang() {
      state = 'hanging';
      for (const socket of sockets) socket.unpipe().pause();
    },
    heal() {
      if (state === 'hanging') destroyAll();
      state = 'open';
    },
    switchTo(port) {
      target = port;
      destroyAll();
    },
    async close() {
      destroyAll();
      server.close();
      await once(server, 'close');
    },
  };
}
