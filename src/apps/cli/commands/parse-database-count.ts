import { InvalidArgumentError } from 'commander';

/** More than this nobody waits for. */
const MOST = 10_000;

/** @throws InvalidArgumentError */
export function parseDatabaseCount(text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count > MOST)
    throw new InvalidArgumentError(`Expected a whole number, from 0 to ${MOST.toLocaleString('en')}.`);
  return count;
}
