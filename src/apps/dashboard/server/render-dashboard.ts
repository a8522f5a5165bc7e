import { printable } from '../../../format/printable.js';
import { alignColumns } from '../../terminal/align-columns.js';
import type { Palette } from '../../terminal/palette.js';

/** What `fleetglass dashboard` says of the dashboard when it listens. */
export interface ServedDashboard {
  /** To be opened. */
  readonly url: string;
  readonly port: number;
  /** The port that it would have had. */
  readonly movedFrom?: number;
  readonly service: string;
  readonly databases: number;
  readonly readOnly: boolean;
}

/** For people: the address to open, of what it is, what can be done there. */
export function renderDashboard(dashboard: ServedDashboard, palette: Palette): string {
  const { url, movedFrom, service, databases, readOnly } = dashboard;
  const facts = [
    ['account', `at ${printable(service)}`],
    ['databases', databases === 0 ? 'none yet: the service lists none; name them, or add them on the page' : databases],
    ['creating', readOnly ? 'off' : 'on; --read-only turns it off'],
    ...(movedFrom === undefined ? [] : [['port', `another one, since ${movedFrom} is in use`]]),
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
    'The address is for one browser; then another one is printed. Ctrl-C stops it.',
  ].join('\n');
}
