import { countOf, formatCount } from '../../format/quantities.js';
import { printable } from '../../format/printable.js';
import { type Palette, type RenderOptions, cutText, wrapText } from '../terminal/text.js';
import { databaseLines, indexLines, isShortHostName, shellId } from '../../format/connection-lines.js';
import { formatValue } from '../../format/format-value.js';
import { listKeys, type KeyHelp } from './keys.js';
import { nameOrId, type RowFacts } from './row-facts.js';
import type { Scene } from './scene.js';

const KEY_COLUMNS = 7;

export function renderHelp(scene: Scene): string[] {
  const { facts, columns, palette } = scene;
  const pageUrl = facts.demo?.pageUrl;
  const keys = listKeys(pageUrl !== undefined).flatMap(({ key, does }) => {
    const [first = '', ...rest] = wrapText(does, columns - KEY_COLUMNS);
    const space = ' '.repeat(KEY_COLUMNS - key.length);
    return [`${palette.cyan(key)}${space}${first}`, ...rest.map((line) => ' '.repeat(KEY_COLUMNS) + line)];
  });
  const text = [
    palette.bold('ROWS'),
    '❯ marks the selected row, ! a row that needs attention. READ is the age of the record; stale: the last request ' +
      'failed. A state with … is a change in progress. MOST USED is the limit with the largest used share, and TREND its ' +
      'course in the last hour, from 0 to the limit.',
    '',
    ...(pageUrl === undefined ? [] : demoText(facts.baseUrl, pageUrl, palette)),
    palette.bold('CONNECTION'),
    ...connectionText(scene),
  ];
  return [palette.bold('KEYS'), ...keys, '', ...text.flatMap((line) => wrapText(line, columns))];
}

function connectionText({ facts, status, answers: { lastFailure } }: Scene): string[] {
  const { requestsLastMinute, inFlight, due, reason, breaker } = status;
  return [
    `Service: ${facts.baseUrl}`,
    `${countOf(requestsLastMinute, 'request')} in the last minute, ${formatCount(inFlight)} in flight, ${formatCount(due)} due`,
    `Circuit breaker: ${breaker}`,
    ...(reason === undefined ? [] : [printable(reason.message)]),
    ...(lastFailure === undefined ? [] : [`Last failure: ${printable(lastFailure.message)}`]),
  ];
}

function demoText(baseUrl: string, pageUrl: string, palette: Palette): string[] {
  return [
    palette.bold('ABOUT THIS DEMO'),
    'A fleet polls a local service over HTTP. The board shows views of the fleet. The use of limits is simulated. Until ' +
      'you press c, t or o, a script runs: it creates, suspends and resumes a database, then causes an outage.',
    '',
    palette.bold('IN A BROWSER'),
    pageUrl,
    '',
    palette.bold('IN ANOTHER TERMINAL'),
    `curl -u demo:demo ${baseUrl}/v2/vector/index`,
    '',
  ];
}

/** Renders as many keys as fit, and always the last two. If not even those fit, renders `q quit`, cut to the width. */
export function renderKeys(keys: readonly KeyHelp[], { columns, palette }: RenderOptions): string {
  const last = keys.slice(-2);
  const fits = keys.filter(
    (_, index) => index >= keys.length - last.length || lengthOf([...keys.slice(0, index + 1), ...last]) <= columns,
  );
  const line = fits.map(({ key, action }) => `${palette.cyan(key)} ${action}`).join('  ');
  return lengthOf(fits) <= columns ? line : cutText('q quit', columns);
}

function lengthOf(keys: readonly KeyHelp[]): number {
  return keys.map(({ key, action }) => `${key} ${action}`).join('  ').length;
}

/** The fleet has no secrets, so none is on the screen. */
export function renderConnectionPage(row: RowFacts, { facts, columns, palette }: Scene): string[] {
  const { commandArguments: args = '' } = facts;
  const record: Readonly<Record<string, unknown>> = { ...row.entry.record };
  const isDatabase = row.resource === 'database';
  const lines = isDatabase ? databaseLines(record) : indexLines(record['endpoint']);
  const id = shellId(row.id);
  const commands = isDatabase
    ? [
        { name: 'Without typing the password', text: `fleetglass connect${args} ${id}` },
        { name: 'Print the password', text: `fleetglass get${args} ${id} --show-secrets` },
      ]
    : [{ name: 'Print the tokens', text: `fleetglass indices${args} --show-secrets` }];
  const notes = [
    ...(lines.length === 0 ? ['The record has no endpoint that a client could connect to.'] : []),
    ...(isShortHostName(record['endpoint'])
      ? [`The endpoint ${formatValue(record['endpoint'])} is a short name. Clients need its whole host name.`]
      : []),
  ];
  return [
    palette.bold(`Connect to ${nameOrId(row)}`),
    // A line to copy is whole even where the terminal breaks it.
    ...[...lines, ...commands].flatMap(({ name, text }) => ['', palette.dim(name), ...wrapText(text, columns)]),
    ...notes.flatMap((note) => ['', ...wrapText(note, columns)]),
  ];
}
