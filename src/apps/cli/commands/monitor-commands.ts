import { type Command, InvalidArgumentError } from 'commander';
import type { CommandIo } from '../../terminal/command-io.js';
import { addCommand, lazyAction } from './add-command.js';

const ALERTS_HELP = `
The command asks a running \`fleetglass watch\`. On the same machine, --state finds
it by its state directory. Elsewhere, --monitor is the address of its server:
https, or http on this machine. It ends with exit code 0 also if alerts fire.

With --watch, the command prints the alerts again when they change, until
Ctrl-C. With --json, each line is then a whole document. While the monitor does
not answer, the command says so and continues.

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

const ABOUT_SILENCES = `
A silence keeps the alerts that it selects from being sent. They stay in the
list. An alert that still fires when the silence ends is sent then. A silence
needs an end and a reason, and survives restarts of the monitor.

The command reaches a monitor of the same user on this machine, over a socket in
its state directory. Monitors that share a Redis share their silences too.`;

const SILENCE_HELP = `${ABOUT_SILENCES}

Examples:
  fleetglass silence add --state ./state --for 2h --comment migration
  fleetglass silence list --state ./state
  fleetglass silence end 93e3a3e0 --state ./state`;

const ADD_HELP = `${ABOUT_SILENCES}
Without --rule, --id and --label, it selects all alerts; with several kinds,
the alerts that have all.

Examples:
  fleetglass silence add --state ./state --for 2h --comment migration
  fleetglass silence add --state ./state --for 30m --comment upgrade \\
    --rule suspended --label team=shop`;

const LIST_HELP = `
Examples:
  fleetglass silence list --state ./state
  fleetglass silence list --state ./state --json | jq -r '.silences[].id'`;

const END_HELP = `
Its alerts that still fire are sent then.

Examples:
  fleetglass silence end 93e3a3e0 --state ./state`;

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

const load = () => import('../actions/silence.js');

function collectLabel(text: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('Expected a label and its value, such as team=shop.');
  return { ...before, [name]: value };
}

const WATCH_HELP = `
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

export function addMonitorCommands(program: Command, io: CommandIo): void {
  addCommand(program, 'watch', 'watch the fleet in the background: alerts, metrics, logs', WATCH_HELP)
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
    .option('--channel <name>', 'with --test-alert: send to this channel alone; can be repeated', collect)
    .option('--once', 'evaluate the rules once, print what fires, and end with 0, 1 (firing) or 2 (cannot tell)')
    .option('--replay <file>', 'print the alerts that a captured history would have raised, and when, and end')
    .option('--no-board', 'print the log on a terminal too')
    .action(lazyAction(io, async () => (await import('../actions/watch.js')).watch));
  addCommand(program, 'alerts', 'show the pending and firing alerts of a running monitor', ALERTS_HELP)
    .option('--watch', 'print the alerts again when they change, until you end the command')
    .option('--history', 'print the last 1,000 alerts that fired, newest first')
    .option('--state <directory>', 'the state directory of the monitor, on this machine')
    .option('--monitor <url>', 'the address of the monitor: https, or http on this machine')
    .option('--json', 'print one JSON document, and errors as JSON on stderr')
    .action(lazyAction(io, async () => (await import('../actions/alerts.js')).alerts));
  const silence = addCommand(program, 'silence', 'add, list and end silences of a running monitor', SILENCE_HELP);
  const addTo = (name: string, description: string, help: string): Command =>
    addCommand(silence, name, description, help)
      .option('--state <directory>', 'the state directory of the monitor, on this machine')
      .option('--json', 'print one JSON document, and errors as JSON on stderr');
  addTo('add', 'keep alerts from being sent for a time', ADD_HELP)
    .option('--for <duration>', 'how long, such as 30m, 2h or 1d')
    .option('--comment <text>', 'why')
    .option('--rule <name>', 'the alerts of this rule; can be repeated', collect)
    .option('--id <id>', 'the alerts of this database or index; can be repeated', collect)
    .option('--label <name=value>', 'the alerts with this label; can be repeated', collectLabel)
    .action(lazyAction(io, async () => (await load()).addSilence));
  addTo('list', 'show the active silences', LIST_HELP).action(lazyAction(io, async () => (await load()).listSilences));
  addTo('end <id>', 'end a silence', END_HELP).action(lazyAction(io, async () => (await load()).endSilence));
}
