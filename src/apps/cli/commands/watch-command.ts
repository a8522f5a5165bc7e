import type { Command } from 'commander';
import type { CommandIo } from '../../terminal/command-io.js';
import type { WatchOptions } from '../actions/watch.js';

const HELP = `
The command watches a fleet in the background: it polls the databases, reads
their usage, raises alerts, sends them to channels, and serves metrics for
Prometheus. A YAML file describes all of it;
docs/monitor.md in the repository explains it.

On a terminal the command shows the board, and writes its log to watch.log in
the state directory. Otherwise it prints its log, one line of JSON an event.
npx passes no signal on, so a service manager starts the command itself.

A changed configuration or secret file is used within seconds; a wrong one is
refused, and the one before stays.

Signals:
  SIGHUP           read these files again at once; on a terminal with the board:
                   end, as SIGTERM does
  SIGTERM, SIGINT  save everything and end within 5 s, with exit code 0

Environment:
  FLEETGLASS_BASE_URL, FLEETGLASS_USERNAME and FLEETGLASS_PASSWORD take
  precedence over the file. \${NAME} in a text of the file is the variable NAME.

Examples:
  fleetglass watch --init
  fleetglass watch --config fleetglass.yaml --state /var/lib/fleetglass
  fleetglass watch --config fleetglass.yaml --redis rediss://redis.example.com
  fleetglass watch --config fleetglass.yaml --check
  fleetglass watch --config fleetglass.yaml --test-alert --channel pager
  fleetglass watch --config fleetglass.yaml --once
  fleetglass watch --config fleetglass.yaml --replay history.arrow
  fleetglass watch --schema > fleetglass.schema.json`;

export function addWatchCommand(program: Command, io: CommandIo): void {
  program
    .command('watch')
    .description('watch the fleet in the background: alerts, metrics, logs')
    .option('--config <file>', 'the configuration, a YAML file')
    .option('--state <directory>', 'directory of the kept state (default: state in the configuration)')
    .option('--base-url <url>', 'address of the service (default: FLEETGLASS_BASE_URL, or the configuration)')
    .option('--redis <url>', 'share the work with the monitors of other machines over Redis (default: sharing.redis)')
    .option('--init', 'write an example of a configuration to --config (default: fleetglass.yaml), and end')
    .option(
      '--check',
      'check the configuration and the secret files, print what would run, warn of what cannot work, and end',
    )
    .option('--strict', 'with --check: end with exit code 2 after a warning')
    .option('--schema', 'print the JSON Schema of the configuration, for editors, and end')
    .option('--test-alert', 'send a test alert that fires and clears to every channel, print the results, and end')
    .option(
      '--channel <name>',
      'with --test-alert: send to this channel alone; can be repeated',
      (name: string, names: readonly string[] | undefined) => [...(names ?? []), name],
    )
    .option('--once', 'evaluate the rules once, print what fires, and end with 0, 1 (firing) or 2 (cannot tell)')
    .option('--replay <file>', 'print the alerts that a captured history would have raised, and when, and end')
    .option('--no-board', 'print the log on a terminal too')
    .addHelpText('after', HELP)
    .action(async (options: WatchOptions) => (await import('../actions/watch.js')).watch(io, options));
}
