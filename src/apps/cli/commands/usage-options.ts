import { Option, type Command } from 'commander';
import { parseDomain } from './argument-parsers.js';

/** The options of the commands that read usage from the databases and indices. */
export interface UsageOptions {
  /** Whether the command reads usage. */
  readonly usage: boolean;
  readonly endpointDomain?: string;
}

/** Adds `--no-usage` and `--endpoint-domain`. */
export function addUsageOptions(command: Command): Command {
  return command
    .option('--no-usage', 'do not connect to the databases and indices to read their usage')
    .addOption(
      new Option(
        '--endpoint-domain <domain>',
        'domain of the databases whose endpoint is an identifier, such as example.com',
      ).argParser(parseDomain),
    );
}

/** A paragraph of the help. */
export const USAGE_HELP = `The service does not tell how much of the limits is used. The command reads it
from the databases (INFO) and the indices, with the passwords and tokens that
the service sends, and keeps the last day of it with the ids. The passwords stay
in memory. --no-usage turns this off.`;
