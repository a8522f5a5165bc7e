import { alignColumns } from '../../terminal/align-columns.js';
import { curlAsAccount } from './curl-lines.js';
import { controlTokenVariable, passwordVariable, usernameVariable } from '../../terminal/environment-variables.js';
import type { Palette } from '../../terminal/palette.js';
import { printable } from '../../../format/printable.js';

/** What `fleetglass serve` says of the service when it listens. */
export interface Serving {
  readonly url: string;
  readonly directory: string | undefined;
  readonly hasControl: boolean;
  readonly redis: 'auto' | 'on' | 'off';
}

const REDIS = {
  auto: 'real, where redis-server is installed',
  on: 'real, each with its redis-server',
  off: 'records only',
} as const;

/** For people: where it listens, what it does, and lines to ask it with. */
export function renderServing({ url, directory, hasControl, redis }: Serving, palette: Palette): string {
  const facts = [
    ['kept', directory === undefined ? 'in memory, gone when it stops' : `in ${printable(directory)}`],
    ['databases', REDIS[redis]],
    ['control face', hasControl ? `${url}/control` : `off; ${controlTokenVariable} turns it on`],
  ];
  return [
    `${palette.bold('fleetglass serves')} ${palette.cyan(url)}`,
    '',
    ...alignColumns(
      facts.map(([name = '', fact = '']) => [{ text: `  ${name}`, style: palette.dim }, { text: fact }]),
      '  ',
    ),
    '',
    'In another terminal:',
    '',
    '  fleetglass indices --local',
    '',
    `Or, with ${usernameVariable} and`,
    `${passwordVariable} set:`,
    '',
    ...curlAsAccount(`${url}/v2/vector/index`).map((line) => `  ${line}`),
    '',
    'Ctrl-C stops it.',
  ].join('\n');
}
