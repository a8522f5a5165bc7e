import { InvalidArgumentError } from 'commander';
import { isBlockedPort } from '../../../core/api/blocked-ports.js';

/** @throws InvalidArgumentError */
export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('Expected a port, from 0 to 65535.');
  // 0 takes any free one, and none of those is.
  if (port !== 0 && isBlockedPort(port)) throw new InvalidArgumentError('Browsers and Node refuse to ask this port.');
  return port;
}
