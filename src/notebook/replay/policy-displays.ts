import { formatCount, formatMilliseconds } from '../../format/quantities.js';
import { cutText } from '../display/cut-text.js';
import type { Display } from '../display/display.js';
import { createTableDisplay, type Column, type DataField } from '../display/table.js';
import type { ReplayFacts } from './replay-result.js';

/** The results by the name of the policy. */
export type NamedResults = readonly (readonly [name: string, result: ReplayFacts])[];

/** Explains the numbers of all displays of replays. */
export const NOTE =
  'Delay: from a change until the fleet shows it. Missed: the value changed again, or back, before the fleet read it.';

const COLUMNS: readonly Column[] = [
  { title: 'Policy' },
  ...['Requests', 'Requests/s', '429', 'Median delay', 'p95 delay', 'Longest delay', 'Seen', 'Missed'].map(
    (title) => ({ title, align: 'right' }) as const,
  ),
];

const FIELDS: readonly DataField[] = [
  { name: 'policy', type: 'string' },
  { name: 'requests', type: 'integer' },
  { name: 'requests_per_second', type: 'number' },
  { name: 'rate_limited', type: 'integer' },
  { name: 'median_delay_ms', type: 'number' },
  { name: 'p95_delay_ms', type: 'number' },
  { name: 'max_delay_ms', type: 'number' },
  { name: 'seen', type: 'integer' },
  { name: 'missed', type: 'integer' },
];

/** Shows polling policies as a table. */
export function showPolicies(results: NamedResults): Display {
  return createTableDisplay({
    title: 'Polling policies',
    lead: leadOf(results),
    notes: [NOTE],
    columns: COLUMNS,
    rows: results.map(([name, { requests, delay, seen, missed }]) =>
      [
        cutText(name),
        formatCount(requests.total),
        formatRate(requests.perSecond),
        formatCount(requests.rateLimited),
        formatDelay(delay?.medianMs),
        formatDelay(delay?.p95Ms),
        formatDelay(delay?.maxMs),
        formatCount(seen),
        formatCount(missed),
      ].map((text) => ({ text })),
    ),
    more: 0,
    empty: '',
    fields: FIELDS,
    data: results.map(([policy, { requests, delay, seen, missed }]) => ({
      policy,
      requests: requests.total,
      requests_per_second: requests.perSecond,
      rate_limited: requests.rateLimited,
      median_delay_ms: delay?.medianMs ?? null,
      p95_delay_ms: delay?.p95Ms ?? null,
      max_delay_ms: delay?.maxMs ?? null,
      seen,
      missed,
    })),
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
    columns: [{ title: 'Measure' }, { title: 'Value', align: 'right' }],
    rows: numbers.map((row) => row.map((text) => ({ text }))),
    more: 0,
    empty: '',
    fields: [
      { name: 'measure', type: 'string' },
      { name: 'value', type: 'string' },
    ],
    data: numbers.map(([measure, value]) => ({ measure, value })),
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
