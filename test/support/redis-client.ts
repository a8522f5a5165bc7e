import { createClient } from '@redis/client';
import { onTestFinished } from 'vitest';

/** Connects a real client until the test ends. It does not reconnect. */
export async function connectRedis(address: { host: string; port: number }, password?: string) {
  const socket = { ...address, reconnectStrategy: false } as const;
  const client = createClient(password === undefined ? { socket } : { socket, password });
  // A failure also rejects the awaited command.
  client.on('error', () => {});
  onTestFinished(() => {
    if (client.isOpen) client.destroy();
  });
  return client.connect();
}
