import { formatCount, formatMilliseconds } from '../../format/quantities.js';
import { cutText } from '../display/cut-text.js';
import { createDisplay, type Display } from '../display/display.js';
import { frameHtml, frameText, type Frame } from '../display/frame.js';
import { html, type Html } from '../display/html.js';
import { createTableDisplay, type Column, type DataField } from '../display/table.js';
import { toneColours } from '../display/tone.js';
import { vegaLitePart } from '../display/vega-lite.js';
import type { ReplayFacts } from './replay-result.js';

/** The results by the name of the policy. */
export type NamedResults = readonly (readonly [name: string, result: ReplayFacts])[];

const NOTE =
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

/** Plots the median detection delay against the requests per second, with one point for each policy. */
export function showPoliciesPlot(results: NamedResults): Display {
  const points = results.flatMap(([name, { requests, delay, missed }]) =>
    delay === undefined
      ? []
      : [{ policy: cutText(name), requests: requests.perSecond, delay: delay.medianMs / 1000, missed }],
  );
  const frame: Frame = { title: 'Detection delay against requests', lead: leadOf(results), notes: [NOTE] };
  const lines = points.map(
    ({ policy, requests, delay }) => `${policy}: ${formatRate(requests)}/s, ${formatRate(delay)} s`,
  );
  const empty = 'No policy saw a change.';
  const position = {
    x: { field: 'requests', type: 'quantitative', title: 'Requests per second' },
    y: { field: 'delay', type: 'quantitative', title: 'Median delay (s)' },
  };
  return createDisplay({
    'text/html': frameHtml(frame, points.length === 0 ? html`<p class="fg-empty">${empty}</p>` : scatterPlot(points)),
    'text/plain': frameText(frame, points.length === 0 ? [empty] : lines),
    ...vegaLitePart({
      title: frame.title,
      description: `Median detection delay against requests per second. ${lines.join('; ')}`.slice(0, 1000),
      height: 260,
      data: points,
      layer: [
        {
          mark: { type: 'point', filled: true, size: 90, color: toneColours.busy, tooltip: true },
          encoding: {
            ...position,
            tooltip: [
              { field: 'policy', type: 'nominal', title: 'Policy' },
              { field: 'requests', type: 'quantitative', title: 'Requests per second', format: '.3~g' },
              { field: 'delay', type: 'quantitative', title: 'Median delay (s)', format: '.3~g' },
              { field: 'missed', type: 'quantitative', title: 'Missed changes' },
            ],
          },
        },
        {
          mark: { type: 'text', align: 'left', dx: 8, dy: -6, color: toneColours.quiet },
          encoding: { ...position, text: { field: 'policy', type: 'nominal' } },
        },
      ],
    }),
  });
}

interface Point {
  readonly policy: string;
  readonly requests: number;
  readonly delay: number;
}

const WIDTH = 640;
const HEIGHT = 220;
const MARGIN = 34;

/** Both axes begin at 0. */
function scatterPlot(points: readonly Point[]): Html {
  const right = Math.max(...points.map(({ requests }) => requests)) || 1;
  const top = Math.max(...points.map(({ delay }) => delay)) || 1;
  // Names stand to the right of their points.
  const x = (requests: number): number => Math.round(MARGIN + (requests / right) * (WIDTH - MARGIN) * 0.75);
  const y = (delay: number): number => Math.round(HEIGHT - MARGIN - (delay / top) * (HEIGHT - 2 * MARGIN));
  return html`<svg
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    style="max-width:${WIDTH}px;width:100%;display:block"
    role="img"
    aria-label="Median delay against requests per second, one point for each policy"
    font-size="12"
    fill="currentColor"
  >
    <path
      d="M${MARGIN} ${MARGIN - 12}V${HEIGHT - MARGIN}H${WIDTH}"
      fill="none"
      stroke="currentColor"
      stroke-opacity="0.35"
    />
    <text x="0" y="12">Median delay, up to ${formatRate(top)} s</text>
    <text x="${WIDTH}" y="${HEIGHT - MARGIN / 3}" text-anchor="end">
      Requests per second, up to ${formatRate(right)}
    </text>
    ${points.map(
      ({ policy, requests, delay }) =>
        html`<circle cx="${x(requests)}" cy="${y(delay)}" r="5" fill="${toneColours.busy}" />
          <text x="${x(requests) + 9}" y="${y(delay) - 5}">${policy}</text>`,
    )}
  </svg>`;
}

function leadOf(results: NamedResults): string {
  const [first] = results;
  if (first === undefined) return '';
  const { changes, databases, from, to } = first[1];
  return `${formatCount(changes.length)} changes of ${formatCount(databases)} databases in ${formatMilliseconds(to - from)}`;
}

function formatRate(rate: number): string {
  return formatCount(Number(rate.toPrecision(3)));
}

/** To three digits. */
function formatDelay(delayMs: number | undefined): string {
  return formatMilliseconds(delayMs === undefined ? undefined : Number(delayMs.toPrecision(3)));
}
