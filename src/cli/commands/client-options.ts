import { InvalidArgumentError, Option, type Command } from 'commander';
import type { CommandIo } from '../command-io.js';
import { baseUrlVariable, readVariable } from '../environment-variables.js';

/** Where the service is, and how long it may take. */
export interface ServiceOptions {
  readonly baseUrl: string;
  readonly timeoutMs: number;
}

/** What every command that asks the service for records takes. */
export interface ClientOptions extends ServiceOptions {
  readonly json?: true;
  readonly showSecrets?: true;
}

/** The port of `fleetglass serve`: what it serves is found without options. */
export const DEFAULT_PORT = 4870;

/** The usual port of the dashboard. */
export const DASHBOARD_PORT = 4871;

const LOCAL_SERVICE = `http://127.0.0.1:${DEFAULT_PORT}`;

/** The address of the service where no option says it. */
export function usualBaseUrl(env: CommandIo['env']): string {
  return readVariable(env, baseUrlVariable) || LOCAL_SERVICE;
}

/** Adds the options of {@link ClientOptions} to a command. */
export function addClientOptions(command: Command, io: CommandIo): Command {
  return addServiceOptions(command, io)
    .option('--json', 'print one JSON document, every integer exact; errors as JSON on stderr')
    .option('--show-secrets', 'print passwords and tokens instead of ••••');
}

/** Adds the options of {@link ServiceOptions} to a command. */
export function addServiceOptions(command: Command, { env }: CommandIo): Command {
  return command
    .addOption(
      // Described, not shown: the help must not print what a person put into a variable.
      new Option('--base-url <url>', 'address of the service: https, or http on this machine').default(
        usualBaseUrl(env),
        `${baseUrlVariable}, or ${LOCAL_SERVICE}`,
      ),
    )
    .addOption(
      new Option('--timeout-ms <milliseconds>', 'time for the whole answer')
        .argParser(parseMilliseconds)
        .default(15_000),
    );
}

function parseMilliseconds(text: string): number {
  const milliseconds = Number(text);
  if (!/^\d+$/.test(text) || milliseconds < 1 || milliseconds >= 2 ** 31) {
    throw new InvalidArgumentError('Expected milliseconds, a whole number from 1 to 2147483647.');
  }
  return milliseconds;
}
