import { createServer, type AddressInfo } from 'node:net';

/**
 * Runs as a separate process: serves as many stand-ins for Redis servers as its parameter says, and prints their ports.
 * As many real servers would need more memory than a small machine has.
 */
const fields = ['connected_clients:3', 'used_memory:1000000', 'instantaneous_ops_per_sec:9'];
const text = `${fields.join('\r\n')}\r\n# filler\r\n${'x'.repeat(5000)}\r\n`;
const info = `$${text.length}\r\n${text}\r\n`;

async function start(): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => void socket.write(String(chunk).includes('INFO') ? info : '+OK\r\n'));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const ports = await Promise.all(Array.from({ length: Number(process.argv[2]) }, start));
process.stdout.write(`${JSON.stringify(ports)}\n`);
// Ends with its parent.
process.stdin.on('end', () => process.exit(0)).resume();
