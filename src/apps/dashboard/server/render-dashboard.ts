import { printable } from '../../../format/printable.js';
import { alignColumns } from '../../terminal/align-columns.js';
import type { Palette } from '../../terminal/palette.js';

/** The facts that `fleetglass dashboard` prints when it listens. */
export interface ServedDashboard {
  /** The address to open. */
  readonly url: string;
  readonly port: number;
  /** The usual port, if it was in use. */
  readonly movedFrom?: number;
  readonly service: string;
  readonly databases: number;
  readonly readOnly: boolean;
  /** Whether the ids stay on this machine after the dashboard ends. */
  readonly keepsIds: boolean;
}

/** Renders the message for a terminal: the address to open, and the facts about the dashboard. */
export function renderDashboard(dashboard: ServedDashboard, palette: Palette): string {
  const { url, movedFrom, service, databases, readOnly, keepsIds } = dashboard;
  const facts = [
    ['account', `at ${printable(service)}`],
    ['databases', databases === 0 ? 'none yet; pass their ids to the command, or add them on the page' : databases],
    ['ids', keepsIds ? 'kept; --no-state turns it off' : 'not kept; the browser keeps those that you add'],
    ['creating', readOnly ? 'off' : 'on; --read-only turns it off'],
    ...(movedFrom === undefined ? [] : [['port', `another port, because ${movedFrom} is in use`]]),
  ];
  return [
    palette.bold('Open this in a browser on this machine:'),
    '',
    `  ${palette.cyan(url)}`,
    '',
    ...alignColumns(
      facts.map(([name = '', fact = '']) => [{ text: `  ${name}`, style: palette.dim }, { text: String(fact) }]),
      '  ',
    ),
    '',
    'The address works in one browser. A new address is then printed. Press Ctrl-C to stop.',
  ].join('\n');
}
