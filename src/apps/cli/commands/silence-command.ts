import { InvalidArgumentError, type Command } from 'commander';
import type { CommandIo } from '../../terminal/command-io.js';
import type { AddOptions, SilenceOptions } from '../actions/silence.js';

const HELP = `
A silence keeps the alerts that it selects from being sent. They stay in the
list. An alert that still fires when the silence ends is sent then. A silence
needs an end and a reason, and survives restarts of the monitor.

The command reaches a monitor of the same user on this machine, over a socket in
its state directory. Monitors that share a Redis share their silences too.`;

const EXAMPLES = `

Examples:
  fleetglass silence add --state ./state --for 2h --comment migration
  fleetglass silence list --state ./state
  fleetglass silence end 93e3a3e0 --state ./state`;

const ADD_HELP = `${HELP}
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

export function addSilenceCommand(program: Command, io: CommandIo): void {
  const silence = program
    .command('silence')
    .description('add, list and end silences of a running monitor')
    .addHelpText('after', HELP + EXAMPLES);
  const addTo = (name: string, description: string, help: string): Command =>
    silence
      .command(name)
      .description(description)
      .addHelpText('after', help)
      .option('--state <directory>', 'the state directory of the monitor, on this machine')
      .option('--json', 'print one JSON document, and errors as JSON on stderr');
  addTo('add', 'keep alerts from being sent for a time', ADD_HELP)
    .option('--for <duration>', 'how long, such as 30m, 2h or 1d')
    .option('--comment <text>', 'why')
    .option('--rule <name>', 'the alerts of this rule; can be repeated', collect)
    .option('--id <id>', 'the alerts of this database or index; can be repeated', collect)
    .option('--label <name=value>', 'the alerts with this label; can be repeated', collectLabel)
    .action(async (options: AddOptions) => (await load()).addSilence(io, options));
  addTo('list', 'show the silences that last', LIST_HELP).action(async (options: SilenceOptions) =>
    (await load()).listSilences(io, options),
  );
  addTo('end <id>', 'end a silence', END_HELP).action(async (id: string, options: SilenceOptions) =>
    (await load()).endSilence(io, id, options),
  );
}

const load = () => import('../actions/silence.js');

function collectLabel(text: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('Expected a label and its value, such as team=shop.');
  return { ...before, [name]: value };
}
