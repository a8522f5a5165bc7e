import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { onTestFinished } from 'vitest';

/**
 * Starts a server on loopback that stands in for a Redis server, and answers each command until the test ends.
 *
 * @param answer sends an answer, or does something else to the connection. Called for each chunk that is received.
 * @returns the port, the open connections, how many were opened, and the arguments of each command, in order
 */
export async function startReplyServer(
  answer: (socket: Socket, command: readonly string[]) => void,
  { tls }: { tls?: TlsOptions } = {},
) {
  const sockets = new Set<Socket>();
  const commands: string[][] = [];
  let accepted = 0;
  const accept = (socket: Socket): void => {
    accepted += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      const command = String(chunk)
        .split('\r\n')
        .filter((line) => !/^[*$]\d+$/.test(line) && line !== '');
      commands.push(command);
      answer(socket, command);
    });
  };
  const server: Server = tls === undefined ? createServer(accept) : createTlsServer(tls, accept);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, sockets, accepted: () => accepted, commands };
}

/** The answer to INFO with these fields. */
export function infoReply(fields: Readonly<Record<string, unknown>>): string {
  const text = `# Server\r\n${Object.entries(fields)
    .map(([field, value]) => `${field}:${String(value)}\r\n`)
    .join('')}`;
  return `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
}
