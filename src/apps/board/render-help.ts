import type { RenderOptions } from '../terminal/render-options.js';
import { wrapText } from '../terminal/wrap-text.js';

const KEYS: readonly (readonly [string, string])[] = [
  ['c', 'create a database'],
  ['s', 'suspend the selected database, or let it go on'],
  ['o', 'begin an outage of the service, or end it'],
  ['p', 'pause polling, or go on'],
  ['r', 'refresh everything now'],
  ['↑ ↓ j k', 'select a database'],
  ['?', 'this help'],
  ['q Ctrl-C', 'quit'],
];

/** Where more of it is. */
export interface HelpFacts {
  readonly baseUrl: string;
  readonly pageUrl: string;
}

/** What fills the board while help is asked for. @param rows how many lines there are */
export function renderHelp(
  { baseUrl, pageUrl }: HelpFacts,
  rows: number,
  { columns, palette }: RenderOptions,
): string[] {
  const keys = KEYS.map(([key, does]) => `${palette.cyan(key.padEnd(9))} ${does}`);
  const text = [
    palette.bold('KEYS'),
    ...keys,
    '',
    palette.bold('WHAT THIS IS'),
    'A local service that answers the API, and a fleet that polls it over HTTP. All that is shown comes from views ' +
      'of the fleet; usage is made up, as a probe would report it. Until you press c, s or o, a script plays: a ' +
      'database is created, suspended and let go on, and the service has an outage.',
    '',
    palette.bold('IN A BROWSER'),
    pageUrl,
    '',
    palette.bold('IN ANOTHER TERMINAL'),
    `curl -u demo:demo ${baseUrl}/v2/vector/index`,
  ];
  return text.flatMap((line) => wrapText(line, columns)).slice(0, rows);
}
