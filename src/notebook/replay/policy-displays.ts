import { countOf, formatCount, formatMilliseconds } from '../../format/quantities.js';
import type { Display } from '../display/display.js';
import { createTableDisplay, numberColumn, type Column, type Table } from '../display/table.js';
import { cutText } from '../display/text.js';
import type { Detection } from './detection.js';
import type { ReplayFacts } from './replay-result.js';

export type NamedResults = readonly (readonly [name: string, result: ReplayFacts])[];

interface Row {
  readonly name: string;
  readonly result: ReplayFacts;
  readonly group: string;
  readonly detection: Detection;
}

const POLICY: Column<Row> = { title: 'Policy', cell: ({ name }) => name, name: 'policy', data: ({ name }) => name };

/** People see a share with its interval in one column. Programs get three numbers. */
const IN_TIME: Column<Row> = { title: 'In time', align: 'right', cell: ({ detection }) => formatShare(detection) };
const DETECTION: readonly Column<Row>[] = [
  numberColumn(undefined, 'share', ({ detection }) => detection.share, formatRate),
  numberColumn(undefined, 'share_low', ({ detection }) => detection.interval?.[0], formatRate),
  numberColumn(undefined, 'share_high', ({ detection }) => detection.interval?.[1], formatRate),
  numberColumn('Median', 'median_ms', ({ detection }) => detection.medianMs, formatDelay),
  numberColumn('p90', 'p90_ms', ({ detection }) => detection.p90Ms, formatDelay),
  numberColumn('Missed', 'missed', ({ detection }) => detection.missed),
  numberColumn('Open', 'open', ({ detection }) => detection.open),
];

const POLICY_COLUMNS: readonly Column<Row>[] = [
  POLICY,
  IN_TIME,
  numberColumn('Beginnings', 'beginnings_share', ({ result }) => result.beginnings.share, formatPercent),
  numberColumn('Ends', 'ends_share', ({ result }) => result.ends.share, formatPercent),
  ...DETECTION,
  numberColumn('Requests', 'requests', ({ result }) => result.requests.total),
  numberColumn('Sent/s', 'sent_per_second', ({ result }) => result.requests.perSecond, formatRate),
  numberColumn('Asked/s', 'asked_per_second', ({ result }) => result.gate.askedPerSecond, formatRate),
  numberColumn('Allowed/s', 'allowed_per_second', ({ result }) => result.gate.perSecond, formatRate),
  numberColumn('429', 'rate_limited', ({ result }) => result.requests.rateLimited),
];

const GROUP_COLUMNS: readonly Column<Row>[] = [
  { title: 'Changes', cell: ({ group }) => cutText(group), name: 'changes' },
  numberColumn('Judged', 'judged', ({ detection }) => detection.judged),
  IN_TIME,
  ...DETECTION,
];

/** @param question without its deadline */
function showRows(question: string, results: NamedResults, table: Omit<Table<Row>, 'title' | 'empty'>): Display {
  const title = `${question} within ${deadlineOf(results)}?`;
  return createTableDisplay({ title, lead: leadOf(results), empty: '', ...table });
}

export function showPolicies(results: NamedResults): Display {
  const rows = results.map(([name, result]) => ({ name, result, group: 'all', detection: result.all }));
  const table = { columns: POLICY_COLUMNS, rows, notes: [...notesOf(results), REQUESTS_NOTE] };
  return showRows('Which share of the changes does each policy show', results, table);
}

export function showGroups(results: NamedResults): Display {
  const columns = [POLICY, ...GROUP_COLUMNS];
  const table = { columns, rows: results.flatMap(groupsOf), notes: notesOf(results) };
  return showRows('Which changes does each policy show', results, table);
}

export function showReplay(result: ReplayFacts): Display {
  const results: NamedResults = [['', result]];
  const { requests, gate } = result;
  const counts = [
    `${countOf(requests.total, 'request')}${result.indices > 0 ? ` (${formatCount(requests.lists)} for the list of vector indices)` : ''}, ${formatRate(requests.perSecond)}/s. The cadence asked for ${formatRate(gate.askedPerSecond)}/s at most, the rate allows ${formatRate(gate.perSecond)}/s`,
    `Answers: ${formatCount(requests.notFound)} 404, ${formatCount(requests.rateLimited)} 429, ${formatCount(requests.unavailable)} 503`,
    `Held after 429 for ${formatMilliseconds(gate.heldMs)}, stopped in outages for ${formatMilliseconds(gate.stoppedMs)}`,
  ];
  const notes = [`${counts.join('. ')}.`, ...notesOf(results)];
  const table = { columns: GROUP_COLUMNS, rows: results.flatMap(groupsOf), notes };
  return showRows('Which share of the changes does the fleet show', results, table);
}

function groupsOf([name, result]: NamedResults[number]): Row[] {
  const { all, beginnings, ends, resources, fields } = result;
  const { database: databases, index: indices } = resources;
  const kinds = result.indices > 0 ? Object.entries({ databases, indices }) : [];
  const groups = [...Object.entries({ all, beginnings, ends }), ...kinds, ...Object.entries(fields)];
  return groups.map(([group, detection]) => ({ name, result, group, detection }));
}

export function deadlineOf([first]: NamedResults): string {
  return formatMilliseconds(first?.[1].within);
}

export function notesOf(results: NamedResults): string[] {
  const deadline = deadlineOf(results);
  return [
    `In time: the fleet shows the change within ${deadline}; in brackets the 95 % interval, which a bootstrap over databases and indices gives. A change is missed if the value changes again, or back, before the fleet reads it. Missed and open changes count as late, and as never in the median and the 90th percentile.`,
    `Beginnings: modifying_state is set, state is no longer active, or the database or index is deleted. Ends: the reverse. Changes in the last ${deadline} of the history are not judged.`,
  ];
}

const REQUESTS_NOTE =
  'Sent, asked and allowed: requests per second, on average; what the cadence asked for at most; and what the rate of the fleet allows. 429: refused by the service.';

export function leadOf([first]: NamedResults): string {
  if (first === undefined) return '';
  const { changes, databases, indices, from, to } = first[1];
  const resources = countOf(databases + indices, 'resource');
  return `${countOf(changes.length, 'change')} of ${resources} in ${formatMilliseconds(to - from)}`;
}

export function formatRate(rate = 0): string {
  return formatCount(Number(rate.toPrecision(3)));
}

/** `91.3 % (88.4–94)` */
export function formatShare({ share, interval }: Detection): string {
  const bounds = interval?.map((bound) => formatPercent(bound).replace(' %', ''));
  return `${formatPercent(share)}${bounds ? ` (${bounds.join('–')})` : ''}`;
}

/** Rounds down, so that `100 %` means every change. */
function formatPercent(share: number | undefined): string {
  return share === undefined ? '–' : `${formatCount(Math.floor(share * 1000 + 1e-9) / 10)} %`;
}

function formatDelay(delayMs: number | undefined): string {
  if (delayMs === Infinity) return 'never';
  return formatMilliseconds(delayMs === undefined ? undefined : Number(delayMs.toPrecision(3)));
}
