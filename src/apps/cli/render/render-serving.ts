import { alignColumns } from '../../terminal/align-columns.js';
import { curlAsAccount } from './curl-lines.js';
import { controlTokenVariable, passwordVariable, usernameVariable } from '../../terminal/environment-variables.js';
import type { Palette } from '../../terminal/palette.js';
import { printable } from '../../../format/printable.js';
import type { Seeded } from '../../../service/index.js';

/** What `fleetglass serve` says of the service when it listens. */
export interface Serving {
  readonly url: string;
  readonly directory: string | undefined;
  readonly hasControl: boolean;
  readonly redis: 'auto' | 'on' | 'off';
  readonly seeded: Seeded | undefined;
}

const REDIS = {
  auto: 'real, where redis-server is installed',
  on: 'real, each with its redis-server',
  off: 'records only',
} as const;

/** For people: where it listens, what it does, and lines to ask it with. */
export function renderServing({ url, directory, hasControl, redis, seeded }: Serving, palette: Palette): string {
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
    ...(seeded === undefined ? [] : [...renderSeeded(seeded), '']),
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

/** What the seed made, a line each: the ids are the only way to the databases. */
export function renderSeeded({ databases, indices }: Seeded): string[] {
  const rows = [
    ...databases.map((record) => ({ ...record, kind: 'database' })),
    ...indices.map((record) => ({ ...record, kind: 'index' })),
  ].map(({ id, kind, name }) => [`  ${printable(id)}`, kind, printable(name)].map((text) => ({ text })));
  return ['Made from the seed:', '', ...alignColumns(rows, '  ')];
}
