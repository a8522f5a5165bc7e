import { formatCount, formatMilliseconds } from '../../format/quantities.js';
import type { Display } from '../display/display.js';
import { createTableDisplay, type Column, type DataFields } from '../display/table.js';
import type { ReplayFacts } from './replay-result.js';
import { cutText } from '../display/text.js';

/** The results by the name of the policy. */
export type NamedResults = readonly (readonly [name: string, result: ReplayFacts])[];

/** Explains the numbers of all displays of replays. */
export const NOTE =
  'Delay: from a change until the fleet shows it. Missed: the value changed again, or back, before the fleet read it.';

type Named = NamedResults[number];

function number(title: string, textOf: (result: ReplayFacts) => string): Column<Named> {
  return { title, align: 'right', cell: ([, result]) => textOf(result) };
}

const COLUMNS: readonly Column<Named>[] = [
  { title: 'Policy', cell: ([name]) => cutText(name) },
  number('Requests', ({ requests }) => formatCount(requests.total)),
  number('Requests/s', ({ requests }) => formatRate(requests.perSecond)),
  number('429', ({ requests }) => formatCount(requests.rateLimited)),
  number('Median delay', ({ delay }) => formatDelay(delay?.medianMs)),
  number('p95 delay', ({ delay }) => formatDelay(delay?.p95Ms)),
  number('Longest delay', ({ delay }) => formatDelay(delay?.maxMs)),
  number('Seen', ({ seen }) => formatCount(seen)),
  number('Missed', ({ missed }) => formatCount(missed)),
];

const FIELDS: DataFields<Named> = {
  policy: ['string', ([name]) => name],
  requests: ['integer', ([, { requests }]) => requests.total],
  requests_per_second: ['number', ([, { requests }]) => requests.perSecond],
  rate_limited: ['integer', ([, { requests }]) => requests.rateLimited],
  median_delay_ms: ['number', ([, { delay }]) => delay?.medianMs],
  p95_delay_ms: ['number', ([, { delay }]) => delay?.p95Ms],
  max_delay_ms: ['number', ([, { delay }]) => delay?.maxMs],
  seen: ['integer', ([, { seen }]) => seen],
  missed: ['integer', ([, { missed }]) => missed],
};

/** Shows polling policies as a table. */
export function showPolicies(results: NamedResults): Display {
  return createTableDisplay({
    title: 'Polling policies',
    lead: leadOf(results),
    notes: [NOTE],
    columns: COLUMNS,
    fields: FIELDS,
    rows: results,
    empty: '',
  });
}

/** Shows one replay as a table of its numbers. */
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
      { title: 'Measure', cell: ([measure]) => measure },
      { title: 'Value', align: 'right', cell: ([, value]) => value },
    ],
    fields: { measure: ['string', ([measure]) => measure], value: ['string', ([, value]) => value] },
    rows: numbers,
    empty: '',
  });
}

/** Tells the size of the replayed history in words. */
export function leadOf(results: NamedResults): string {
  const [first] = results;
  if (first === undefined) return '';
  const { changes, databases, from, to } = first[1];
  return `${formatCount(changes.length)} changes of ${formatCount(databases)} databases in ${formatMilliseconds(to - from)}`;
}

/** To three digits. */
export function formatRate(rate: number): string {
  return formatCount(Number(rate.toPrecision(3)));
}

/** To three digits. */
function formatDelay(delayMs: number | undefined): string {
  return formatMilliseconds(delayMs === undefined ? undefined : Number(delayMs.toPrecision(3)));
}
