import type { Command } from 'commander';
import type { CommandIo } from '../../terminal/command-io.js';
import type { StatusOptions } from '../actions/status.js';
import { addMonitorOption, addServiceOptions, addStateOption } from './options.js';

const STATUS_HELP = `
The command sends one request to the service, and one to the monitor if you name
it.

Examples:
  fleetglass status
  fleetglass status --monitor /var/lib/fleetglass --json`;

const DOCTOR_HELP = `
The command looks at the address, the account, the proxy, the clock, the kept
state and the monitor, says what to do, and ends with 1 if something is wrong.

Examples:
  fleetglass doctor
  fleetglass doctor --base-url https://api.example.com`;

const load = () => import('../actions/status.js');

export function addStatusCommands(program: Command, io: CommandIo): void {
  const add = (name: string, description: string, help: string): Command =>
    addMonitorOption(addStateOption(addServiceOptions(program.command(name).description(description))))
      .option('--json', 'print one JSON document')
      .addHelpText('after', help);
  add('status', 'show versions, service, storage, polling and monitor on one screen', STATUS_HELP).action(
    async (options: StatusOptions) => (await load()).status(io, options),
  );
  add('doctor', 'find what is wrong with address, account, proxy, clock and permissions', DOCTOR_HELP).action(
    async (options: StatusOptions) => (await load()).doctor(io, options),
  );
}
