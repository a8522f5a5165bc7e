import { InvalidArgumentError, Option, type Command } from 'commander';
import { baseUrlVariable } from './environment-variables.js';

/** The options that choose the service. */
export interface AddressOptions {
  /** @default the address in the environment; with `local`, the only local service that runs */
  readonly baseUrl?: string;
  /** Uses a local service of this user, with the credentials in its service file. */
  readonly local?: true;
}

/** The options that choose the service and limit its time. */
export interface ServiceOptions extends AddressOptions {
  readonly timeoutMs: number;
}

/** The options of every command that requests records from the service. */
export interface ClientOptions extends ServiceOptions {
  readonly json?: true;
  readonly showSecrets?: true;
}

/** The default port of `fleetglass serve`. */
export const DEFAULT_PORT = 4870;

/** The default port of `fleetglass dashboard`. */
export const DASHBOARD_PORT = 4871;

/** Adds the options of {@link ClientOptions} to a command. */
export function addClientOptions(command: Command): Command {
  return addServiceOptions(command)
    .option('--json', 'print one JSON document with exact integers, and errors as JSON on stderr')
    .option('--show-secrets', 'print passwords and tokens instead of ••••');
}

/** Adds the options of {@link ServiceOptions} to a command. */
export function addServiceOptions(command: Command): Command {
  return addAddressOptions(command).addOption(
    new Option('--timeout-ms <milliseconds>', 'time limit for the whole answer')
      .argParser(parseMilliseconds)
      .default(15_000),
  );
}

/** Adds the options of {@link AddressOptions} to a command. */
export function addAddressOptions(command: Command): Command {
  return command
    .option('--base-url <url>', `address of the service: https, or http on this machine (default: ${baseUrlVariable})`)
    .option('--local', 'use the service that `fleetglass serve` runs on this machine, with its account');
}

function parseMilliseconds(text: string): number {
  const milliseconds = Number(text);
  if (!/^\d+$/.test(text) || milliseconds < 1 || milliseconds >= 2 ** 31) {
    throw new InvalidArgumentError('Expected milliseconds, a whole number from 1 to 2147483647.');
  }
  return milliseconds;
}
