import { formatCount, formatMilliseconds } from '../../format/quantities.js';
import type { Display } from '../display/display.js';
import { createTableDisplay, type Column } from '../display/table.js';
import type { ReplayFacts } from './replay-result.js';
import { cutText } from '../display/text.js';

export type NamedResults = readonly (readonly [name: string, result: ReplayFacts])[];

/** Explains the numbers of all displays of replays. */
export const NOTE =
  'Delay: from a change until the fleet shows it. Missed: the value changed again, or back, before the fleet read it.';

type Named = NamedResults[number];

function column(
  title: string,
  name: string,
  type: 'integer' | 'number',
  data: (result: ReplayFacts) => number | undefined,
  textOf: (value: number | undefined) => string,
): Column<Named> {
  return {
    title,
    align: 'right',
    cell: ([, result]) => textOf(data(result)),
    name,
    type,
    data: ([, result]) => data(result),
  };
}

const COLUMNS: readonly Column<Named>[] = [
  { title: 'Policy', cell: ([name]) => cutText(name), name: 'policy', data: ([name]) => name },
  column('Requests', 'requests', 'integer', ({ requests }) => requests.total, formatCount),
  column('Requests/s', 'requests_per_second', 'number', ({ requests }) => requests.perSecond, formatRate),
  column('429', 'rate_limited', 'integer', ({ requests }) => requests.rateLimited, formatCount),
  column('Median delay', 'median_delay_ms', 'number', ({ delay }) => delay?.medianMs, formatDelay),
  column('p95 delay', 'p95_delay_ms', 'number', ({ delay }) => delay?.p95Ms, formatDelay),
  column('Longest delay', 'max_delay_ms', 'number', ({ delay }) => delay?.maxMs, formatDelay),
  column('Seen', 'seen', 'integer', ({ seen }) => seen, formatCount),
  column('Missed', 'missed', 'integer', ({ missed }) => missed, formatCount),
];

export function showPolicies(results: NamedResults): Display {
  const frame = { title: 'Polling policies', lead: leadOf(results), notes: [NOTE] };
  return createTableDisplay({ ...frame, columns: COLUMNS, rows: results, empty: '' });
}

export function showReplay(result: ReplayFacts): Display {
  const { requests, gate, delay, seen, missed, open } = result;
  const numbers: readonly (readonly [measure: string, value: string])[] = [
    ['Changes seen', formatCount(seen)],
    ['Changes missed', formatCount(missed)],
    ['Changes open at the end', formatCount(open)],
    ['Median delay', formatDelay(delay?.medianMs)],
    ['p95 delay', formatDelay(delay?.p95Ms)],
    ['p99 delay', formatDelay(delay?.p99Ms)],
    ['Longest delay', formatDelay(delay?.maxMs)],
    ['Requests', formatCount(requests.total)],
    ['Requests/s', formatRate(requests.perSecond)],
    ['Answered 404', formatCount(requests.notFound)],
    ['Answered 429', formatCount(requests.rateLimited)],
    ['Answered 503', formatCount(requests.unavailable)],
    ['Use of the gate', `${formatRate(gate.share * 100)} % of ${formatRate(gate.perSecond)}/s`],
    ['Most polls that waited for the gate', formatCount(gate.mostDue)],
    ['Held after 429', formatMilliseconds(gate.heldMs)],
    ['Stopped in outages', formatMilliseconds(gate.stoppedMs)],
  ];
  return createTableDisplay({
    title: 'Replay',
    lead: leadOf([['', result]]),
    notes: [NOTE],
    columns: [
      { title: 'Measure', cell: ([measure]) => measure, name: 'measure' },
      { title: 'Value', align: 'right', cell: ([, value]) => value, name: 'value' },
    ],
    rows: numbers,
    empty: '',
  });
}

export function leadOf(results: NamedResults): string {
  const [first] = results;
  if (first === undefined) return '';
  const { changes, databases, from, to } = first[1];
  return `${formatCount(changes.length)} changes of ${formatCount(databases)} databases in ${formatMilliseconds(to - from)}`;
}

/** To three digits. */
export function formatRate(rate = 0): string {
  return formatCount(Number(rate.toPrecision(3)));
}

/** To three digits. */
function formatDelay(delayMs: number | undefined): string {
  return formatMilliseconds(delayMs === undefined ? undefined : Number(delayMs.toPrecision(3)));
}
