import { chartHtml, round, valueTicks } from '../display/axes.js';
import { createFramedDisplay, type Display, type Frame } from '../display/display.js';
import { html, type Html } from '../display/html.js';
import { plotStyle } from '../display/style-sheet.js';
import { toneColours, type Tone } from '../display/tone.js';
import { namesOf, nominalScale, tooltip, vegaLitePart } from '../display/vega-lite.js';
import { deadlineOf, formatRate, formatShare, leadOf, notesOf, type NamedResults } from './policy-displays.js';
import { cutText } from '../display/text.js';

export function showPoliciesPlot(results: NamedResults): Display {
  const points = pointsOf(results);
  const title = `Which share of the changes within ${deadlineOf(results)}, for how many requests?`;
  const frame: Frame = { title, lead: leadOf(results), notes: notesOf(results) };
  if (points.length === 0) return createFramedDisplay(frame, 'The history has no change that can be judged.');
  const words = points.map((point) => point.words);
  const description = cutText(`Share of the changes in time against requests per second. ${words.join('; ')}`, 1000);
  const spec = vegaLitePart({
    title,
    description,
    height: 260,
    data: points,
    layer: layersOf(points),
  });
  return createFramedDisplay(frame, { html: scatterPlot(points, description), text: words, style: plotStyle }, spec);
}

/** The shapes of Vega, with their SVG paths around 0,0. */
const SHAPES = [
  ['circle', 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z'],
  ['square', 'M-4.5-4.5h9v9h-9z'],
  ['diamond', 'M0-6.5L6.5 0L0 6.5L-6.5 0z'],
  ['triangle-up', 'M0-6L6 5h-12z'],
] as const;

const TONES: readonly Tone[] = ['busy', 'critical', 'good', 'other', 'warning', 'exceeded', 'quiet'];

/** Seven colours and four shapes tell 28 policies apart. Labels in the plot would overlap where policies are similar. */
function pointsOf(results: NamedResults) {
  const longOf = (each: NamedResults[number]): string => cutText(`${results.indexOf(each) + 1}. ${each[0]}`, 120);
  const names = namesOf(results, ([name]) => cutText(name, 120), longOf);
  return results.flatMap(([, { requests, all }], at) => {
    if (all.share === undefined) return [];
    const policy = names[at] as string;
    const share = 100 * all.share;
    const [low = share, high = share] = (all.interval ?? []).map((bound) => 100 * bound);
    const words = `${policy}: ${formatShare(all)} with ${formatRate(requests.perSecond)}/s`;
    const colour = toneColours[TONES[at % TONES.length] as Tone];
    const [shape, path] = SHAPES[at % SHAPES.length] as (typeof SHAPES)[number];
    return [{ policy, requests: requests.perSecond, share, low, high, words, colour, shape, path }];
  });
}

type Point = ReturnType<typeof pointsOf>[number];

function layersOf(points: readonly Point[]): object[] {
  const legend = { orient: 'bottom', columns: 1, labelLimit: 360 };
  const policy = { field: 'policy', type: 'nominal', title: 'Policy', legend };
  const x = { field: 'requests', type: 'quantitative', title: 'Requests per second' };
  const scale = { domain: [0, 100] };
  const y = { field: 'share', type: 'quantitative', title: 'Changes in time (%)', scale };
  const color = { ...policy, scale: nominalScale(points.map((point) => [point.policy, point.colour])) };
  const interval = { x, y: { ...y, field: 'low' }, y2: { field: 'high' }, color };
  const marks = {
    mark: { type: 'point', filled: true, size: 110, opacity: 1 },
    encoding: {
      x,
      y,
      color,
      shape: { ...policy, scale: nominalScale(points.map((point) => [point.policy, point.shape])) },
      tooltip: tooltip({ words: 'Policy' }),
    },
  };
  return [{ mark: { type: 'rule', strokeWidth: 2 }, encoding: interval }, marks];
}

/** Both axes begin at 0, so that a small difference looks small. All texts are HTML, so that they keep their size in a narrow page. */
function scatterPlot(points: readonly Point[], description: string): Html {
  // The burst at the start raises the mean a little above the limit of the fleet. The axis need not be longer for that.
  const most = Math.max(...points.map(({ requests }) => requests)) * 0.99 || 1;
  const [, step = most] = valueTicks(most);
  // The end of the horizontal axis is a tick.
  const right = Math.ceil(most / step) * step;
  const percent = (share: number): number => round(share * 100);
  const plot = html`<div class="fg-plot" style="height:180px">
    <svg role="img" overflow="visible" aria-label="${description}">
      ${points.map(
        ({ requests, low, high, colour }) =>
          html`<line
            x1="${percent(requests / right)}%"
            x2="${percent(requests / right)}%"
            y1="${round(100 - low)}%"
            y2="${round(100 - high)}%"
            stroke="${colour}"
            stroke-width="2"
          />`,
      )}
      ${points.map(
        (point) =>
          html`<svg overflow="visible" x="${percent(point.requests / right)}%" y="${round(100 - point.share)}%">
            <title>${point.words}</title>
            ${markerOf(point)}
          </svg>`,
      )}
    </svg>
  </div>`;
  const ticks = valueTicks(right).map((tick) => ({
    place: percent(tick / right),
    label: tick === right ? `${formatRate(tick)}/s` : formatRate(tick),
  }));
  const values = valueTicks(100).map((tick) => ({ place: 100 - tick, label: `${tick} %` }));
  return html`<div class="fg-series"><b>Changes in time</b> <span>against requests per second</span></div>
    ${chartHtml({ plot, values, ticks })}
    ${points.map(
      (point) =>
        html`<div>
          <svg width="14" height="14" viewBox="-7 -7 14 14" style="vertical-align:middle" aria-hidden="true">
            ${markerOf(point)}
          </svg>
          ${point.words}
        </div>`,
    )}`;
}

function markerOf({ path, colour }: Point): Html {
  return html`<path d="${path}" fill="${colour}" />`;
}
