import { printable } from '../../../format/printable.js';
import { FleetError } from '../../../core/shared/fleet-error.js';
import {
  type CommandIo,
  printMessage,
  printNotice,
  renderOptionsOf,
  formatJsonLine,
} from '../../terminal/command-io.js';
import { alignColumns } from '../../terminal/render-table.js';
import type { Palette } from '../../terminal/text.js';
import type { Dashboard } from './start-dashboard.js';

export function createDashboardOutput(io: CommandIo, isJson: boolean) {
  const printed = new Set<string>();
  const print = (json: object, text: string): void => void io.stdout.write(`${isJson ? formatJsonLine(json) : text}\n`);
  return {
    listening(dashboard: ServedDashboard): void {
      const { url, port, movedFrom } = dashboard;
      print({ url, port, movedFrom }, renderDashboard(dashboard, renderOptionsOf(io, io.stdout).palette));
    },
    /** Prints the id of a created database, because the API does not list databases. */
    created: (id: string): void => print({ created: id }, `created ${printable(id)}`),
    /** A browser opened the address, which is now invalid. @param next the address for the next browser */
    opened: (next: string): void => print({ next }, `opened; address for another browser: ${next}`),
    /** Prints why a request of the page failed. The page repeats requests, so repeated errors are printed once. */
    failed: (error: unknown): void => {
      // The message of any other error may contain a secret, so it is not printed.
      const [code, message] =
        error instanceof FleetError ? [error.code, error.message] : ['', 'a request failed in the dashboard'];
      // A file may fail for several reasons, which the code does not tell apart.
      const reason = code === 'storage' ? message : code;
      if (printed.has(reason)) return;
      printed.add(reason);
      printNotice(io, isJson, message);
    },
    stopping(): void {
      if (!isJson) printMessage(io, 'Stopping.');
    },
  };
}

export interface ServedDashboard extends Omit<Dashboard, 'close'> {
  readonly service: string;
  /** The user name. */
  readonly account: string;
  readonly databases: number;
  readonly readOnly: boolean;
  /** Whether the ids stay on this machine after the dashboard ends. */
  readonly keepsIds: boolean;
}

function renderDashboard(dashboard: ServedDashboard, palette: Palette): string {
  const { url, movedFrom, service, account, databases, readOnly, keepsIds } = dashboard;
  const facts = [
    ['account', printable(`${account} at ${service}`)],
    ['databases', String(databases || 'none yet; pass their ids to the command, or add them on the page')],
    ['ids', keepsIds ? 'kept; --no-state turns it off' : 'not kept; the browser keeps those that you add'],
    ['creating', readOnly ? 'off' : 'on; --read-only turns it off'],
    ...(movedFrom === undefined ? [] : [['port', `another port, because ${movedFrom} is in use`]]),
  ];
  return [
    palette.bold('Open this in a browser on this machine:'),
    '',
    `  ${palette.cyan(url)}`,
    '',
    ...alignColumns(facts.map(([name = '', fact = '']) => [{ text: `  ${name}`, style: palette.dim }, { text: fact }])),
    '',
    'The address works in one browser. A new address is then printed. Press Ctrl-C to stop.',
  ].join('\n');
}
