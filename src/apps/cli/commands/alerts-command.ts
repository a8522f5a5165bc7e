import type { Command } from 'commander';
import type { CommandIo } from '../../terminal/command-io.js';
import type { AlertsOptions } from '../actions/alerts.js';

const HELP = `
The command asks a running \`fleetglass watch\`. On the same machine, --state finds
it by its state directory. Elsewhere, --monitor is the address of its server:
https, or http on this machine. It ends with exit code 0 also if alerts fire.

With --watch, the command prints the alerts again when they change, until
Ctrl-C. With --json, each line is then a whole document. While the monitor does
not answer, the command says so and goes on.

Environment, if the monitor has metrics.token, or metrics.username:
  FLEETGLASS_MONITOR_TOKEN       the token
  FLEETGLASS_MONITOR_TOKEN_FILE  a file with the token
  FLEETGLASS_MONITOR_USERNAME,
  FLEETGLASS_MONITOR_PASSWORD    the user name and the password

Examples:
  fleetglass alerts --state ./state
  fleetglass alerts --monitor https://monitor.example.com --watch
  fleetglass alerts --state ./state --history
  fleetglass alerts --state ./state --json | jq -r '.alerts[].summary'`;

export function addAlertsCommand(program: Command, io: CommandIo): void {
  program
    .command('alerts')
    .description('show the pending and firing alerts of a running monitor')
    .option('--watch', 'print the alerts again when they change, until you end the command')
    .option('--history', 'print the last 1,000 alerts that fired, newest first')
    .option('--state <directory>', 'the state directory of the monitor, on this machine')
    .option('--monitor <url>', 'the address of the monitor: https, or http on this machine')
    .option('--json', 'print one JSON document, and errors as JSON on stderr')
    .addHelpText('after', HELP)
    .action(async (options: AlertsOptions) => (await import('../actions/alerts.js')).alerts(io, options));
}
