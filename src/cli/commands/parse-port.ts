import { InvalidArgumentError } from 'commander';

/** @throws InvalidArgumentError */
export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('Expected a port, from 0 to 65535.');
  return port;
}
