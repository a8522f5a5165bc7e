import type { RenderOptions } from '../terminal/render-options.js';
import { wrapText } from '../terminal/wrap-text.js';

const KEYS: readonly (readonly [string, string])[] = [
  ['c', 'create a database'],
  ['s', 'suspend or resume the selected database'],
  ['o', 'start or end an outage of the service'],
  ['p', 'pause or resume polling'],
  ['r', 'refresh everything now'],
  ['↑ ↓ j k', 'select a database'],
  ['?', 'show or hide this help'],
  ['q Ctrl-C', 'quit'],
];

/** The addresses in the help. */
export interface HelpFacts {
  readonly baseUrl: string;
  readonly pageUrl: string;
}

/** Renders the help. @param rows the number of available lines */
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
    palette.bold('ABOUT THIS DEMO'),
    'A fleet polls a local service over HTTP. The board shows views of the fleet. The usage is simulated. Until you ' +
      'press c, s or o, a script runs: it creates, suspends and resumes a database, then causes an outage.',
    '',
    palette.bold('IN A BROWSER'),
    pageUrl,
    '',
    palette.bold('IN ANOTHER TERMINAL'),
    `curl -u demo:demo ${baseUrl}/v2/vector/index`,
  ];
  return text.flatMap((line) => wrapText(line, columns)).slice(0, rows);
}
