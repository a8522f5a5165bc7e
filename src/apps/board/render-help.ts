import type { PollingStatus, FleetError } from '../../index.js';
import { formatCount } from '../../format/quantities.js';
import { printable } from '../../format/printable.js';
import type { RenderOptions } from '../terminal/palette.js';
import { wrapText } from '../terminal/wrap-text.js';
import { listKeys } from './render-keys.js';

export interface HelpFacts {
  readonly baseUrl: string;
  readonly status: PollingStatus;
  readonly lastFailure: FleetError | undefined;
  readonly pageUrl: string | undefined;
}

const KEY_COLUMNS = 7;

export function renderHelp(facts: HelpFacts, { columns, palette }: RenderOptions): string[] {
  const { pageUrl } = facts;
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
    ...connectionText(facts),
  ];
  return [palette.bold('KEYS'), ...keys, '', ...text.flatMap((line) => wrapText(line, columns))];
}

function connectionText({ baseUrl, status, lastFailure }: HelpFacts): string[] {
  const { requestsLastMinute, inFlight, due, reason, breaker } = status;
  return [
    `Service: ${baseUrl}`,
    `${formatCount(requestsLastMinute)} requests in the last minute, ${formatCount(inFlight)} in flight, ${formatCount(due)} due`,
    `Circuit breaker: ${breaker}`,
    ...(reason === undefined ? [] : [printable(reason.message)]),
    ...(lastFailure === undefined ? [] : [`Last failure: ${printable(lastFailure.message)}`]),
  ];
}

function demoText(baseUrl: string, pageUrl: string, palette: RenderOptions['palette']): string[] {
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
