import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import { BLOCKED_PORTS } from '../../../core/wire/base-url.js';
import { DEFAULT_PORT } from '../../terminal/client-options.js';
import { variables } from '../../terminal/environment-variables.js';
import { idProblem } from '../../terminal/id-problem.js';

// The options that several commands share, and the functions that parse their values. Each parser throws an
// InvalidArgumentError, to which the command adds the name of the option.

export function addClientOptions(command: Command): Command {
  return addServiceOptions(command)
    .option('--json', 'print one JSON document with exact integers, and errors as JSON on stderr')
    .option('--show-secrets', 'print passwords and tokens instead of ••••, and with --json');
}

export function addServiceOptions(command: Command): Command {
  return addAddressOptions(command).addOption(timeoutOption);
}

export const timeoutOption = new Option('--timeout-ms <milliseconds>', 'time limit for the whole answer')
  .argParser((text) => parseNumber(text, [1, 2 ** 31 - 1], 'milliseconds, a whole number from 1 to 2147483647'))
  .default(15_000);

export function addAddressOptions(command: Command): Command {
  return command
    .option(
      '--base-url <url>',
      `address of the service: https, or http on this machine (default: ${variables.baseUrl})`,
    )
    .option('--local', 'use the service that `fleetglass serve` runs on this machine, with its account')
    .addOption(
      new Option(
        '--profile <name>',
        `use this address and account of \`fleetglass login\` (default: ${variables.profile}, or the current one)`,
      ).conflicts('local'),
    );
}

export function addStateOption(command: Command): Command {
  return command.option(
    '--state <directory>',
    `directory of the kept ids (default: ${variables.state}, or a directory of the account)`,
  );
}

export function addStateOptions(command: Command): Command {
  return addStateOption(command).option('--no-state', 'keep no ids');
}

export function addIdArguments(command: Command): Command {
  return command
    .argument('[ids...]', 'identifiers of databases', collectId)
    .option('--ids <file>', 'file with identifiers of databases, one per line or as a JSON array; - reads stdin');
}

/** An argument that is the id or the kept name of a database, or the beginning of one of them. Shells complete it. */
export class KeptArgument extends Argument {}

export const KEPT_ID = 'identifier or kept name of the database, or the beginning of one';

export function addMonitorOption(command: Command): Command {
  return command.option(
    '--monitor <place>',
    'show the alerts of this monitor: its state directory on this machine, or its address',
  );
}

export function addFleetOptions(command: Command): Command {
  addMonitorOption(command).option('--no-usage', 'do not connect to the databases and indices to read their usage');
  return addStateOptions(addServiceOptions(addDomainOption(command)));
}

export function addDomainOption(command: Command): Command {
  const description = 'domain of the databases whose endpoint is an identifier, such as example.com';
  return command.option('--endpoint-domain <domain>', description, parseDomain);
}

export const USAGE_HELP = `The service does not tell how much of the limits is used. The command reads it
from the databases (INFO) and the indices, with the passwords and tokens that
the service sends, and keeps the last day of it with the ids. The passwords stay
in memory. --no-usage turns this off.`;

export function createPortOption(usualPort = DEFAULT_PORT): Option {
  return new Option('--port <port>', `port on 127.0.0.1 (default: ${usualPort}, or a free port)`).argParser(parsePort);
}

export function parseId(id: string): string {
  const problem = idProblem(id);
  if (problem !== undefined) throw new InvalidArgumentError(`An identifier ${problem}.`);
  return id;
}

export function collectId(id: string, ids: readonly string[] | undefined): string[] {
  return [...(ids ?? []), parseId(id)];
}

/** Parses a port. 0 takes a free port. */
function parsePort(text: string): number {
  const port = parseNumber(text, [0, 65_535], 'a port, from 0 to 65535');
  // The system does not choose a blocked port.
  if (port !== 0 && BLOCKED_PORTS.has(port))
    throw new InvalidArgumentError('Browsers and Node refuse requests to this port. Choose another port.');
  return port;
}

/** A timer can last 2,147,483 s at most. */
const MAX_SECONDS = 2_000_000;

export function parseSeconds(text: string): number {
  const expected = `seconds, a number from 1 to ${MAX_SECONDS.toLocaleString('en')}`;
  return parseNumber(text, [1, MAX_SECONDS], expected, /^\d+(?:\.\d+)?$/);
}

/** The demonstration takes too long to start with more databases. */
const MAX_DATABASES = 10_000;

export function parseDatabaseCount(text: string): number {
  return parseNumber(text, [0, MAX_DATABASES], `a whole number, from 0 to ${MAX_DATABASES.toLocaleString('en')}`);
}

export function parseBudget(text: string): number {
  const most = Number.MAX_SAFE_INTEGER;
  return parseNumber(text, [-most, most], `a whole number, at most ${most}`, /^-?\d+$/);
}

function parseNumber(text: string, [least, most]: readonly [number, number], expected: string, form = /^\d+$/): number {
  const number = Number(text);
  if (!form.test(text) || number < least || number > most) throw new InvalidArgumentError(`Expected ${expected}.`);
  return number;
}

function parseDomain(text: string): string {
  const domain = text.replace(/^\./, '');
  if (!/^[a-z\d-]+(?:\.[a-z\d-]+)*$/i.test(domain))
    throw new InvalidArgumentError('Expected a domain, such as example.com.');
  return domain;
}
