import { InvalidArgumentError } from 'commander';
import { isBlockedPort } from '../../../core/wire/blocked-ports.js';
import { identifierProblem } from '../../../core/wire/identifier.js';

/** Checks the id of a database. @throws InvalidArgumentError */
export function parseId(id: string): string {
  const problem = identifierProblem(id);
  if (problem !== undefined) throw new InvalidArgumentError(`An identifier ${problem}.`);
  return id;
}

/** Adds an id to those of the same argument. @throws InvalidArgumentError */
export function collectId(id: string, ids: readonly string[] | undefined): string[] {
  return [...(ids ?? []), parseId(id)];
}

/** Parses a port. @throws InvalidArgumentError */
export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('Expected a port, from 0 to 65535.');
  // 0 takes a free port. The system does not choose a blocked one.
  if (port !== 0 && isBlockedPort(port))
    throw new InvalidArgumentError('Browsers and Node refuse requests to this port. Choose another port.');
  return port;
}

/** Longer timers are not exact. */
const MAX_SECONDS = 2_000_000;

/** Parses a length of time. @returns seconds @throws InvalidArgumentError */
export function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!/^\d+(?:\.\d+)?$/.test(text) || seconds < 1 || seconds > MAX_SECONDS)
    throw new InvalidArgumentError(`Expected seconds, a number from 1 to ${MAX_SECONDS.toLocaleString('en')}.`);
  return seconds;
}

/** The demonstration takes too long to start with more databases. */
const MAX_DATABASES = 10_000;

/** Parses the number of databases. @throws InvalidArgumentError */
export function parseDatabaseCount(text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count > MAX_DATABASES)
    throw new InvalidArgumentError(`Expected a whole number, from 0 to ${MAX_DATABASES.toLocaleString('en')}.`);
  return count;
}

/** Parses the domain of endpoints, with or without a dot before it. @throws InvalidArgumentError */
export function parseDomain(text: string): string {
  const domain = text.replace(/^\./, '');
  if (!/^[a-z\d-]+(?:\.[a-z\d-]+)*$/i.test(domain))
    throw new InvalidArgumentError('Expected a domain, such as example.com.');
  return domain;
}
