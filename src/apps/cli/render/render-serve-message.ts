import { alignColumns } from '../../terminal/align-columns.js';
import { controlTokenVariable } from '../../terminal/environment-variables.js';
import type { Palette } from '../../terminal/palette.js';
import { printable } from '../../../format/printable.js';
import type { Seeded } from '../../../service/index.js';

export interface ServedService {
  readonly url: string;
  readonly directory: string | undefined;
  readonly hasControl: boolean;
  readonly redis: 'auto' | 'on' | 'off';
  readonly seeded: Seeded | undefined;
}

const REDIS = {
  auto: 'a redis-server for each database, if it is installed',
  on: 'a redis-server for each database',
  off: 'records only, without redis-server',
} as const;

export function renderServeMessage(
  { url, directory, hasControl, redis, seeded }: ServedService,
  palette: Palette,
): string {
  const facts = [
    ['storage', directory === undefined ? 'in memory, lost when the service stops' : printable(directory)],
    ['databases', REDIS[redis]],
    ['control API', hasControl ? `${url}/control` : `off; set ${controlTokenVariable} to enable it`],
  ];
  return [
    `${palette.bold('fleetglass serves the API at')} ${palette.cyan(url)}`,
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
    'Press Ctrl-C to stop the service.',
  ].join('\n');
}

export function renderSeeded({ databases, indices }: Seeded): string[] {
  const rows = [
    ...databases.map((record) => ({ ...record, kind: 'database' })),
    ...indices.map((record) => ({ ...record, kind: 'index' })),
  ].map(({ id, kind, name }) => [`  ${printable(id)}`, kind, printable(name)].map((text) => ({ text })));
  return ['Created from the seed:', '', ...alignColumns(rows, '  ')];
}
