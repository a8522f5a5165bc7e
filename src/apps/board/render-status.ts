import stringWidth from 'fast-string-width';
import type { PollingStatus } from '../../core/polling/polling-status.js';
import { cutText } from '../terminal/cut-text.js';
import type { Palette, Style } from '../terminal/palette.js';
import type { RenderOptions } from '../terminal/render-options.js';
import { describeCountdown } from '../../format/describe-duration.js';
import { renderBar } from './render-bar.js';

/** The facts in the two status lines. */
export interface StatusFacts {
  readonly status: PollingStatus;
  readonly baseUrl: string;
  readonly pageUrl: string;
  /** The name of the current outage, if there is one. */
  readonly outage: string | undefined;
  readonly databases: number;
  readonly indices: number;
  /** The number of loaded databases, until all databases were loaded once. */
  readonly loaded: number | undefined;
  /** Unix milliseconds. */
  readonly now: number;
}

/** Renders the status lines: the address and state, then the polling. */
export function renderStatus(facts: StatusFacts, options: RenderOptions): string[] {
  return [renderTitle(facts, options), renderPolling(facts, options)];
}

const GAP_COLUMNS = 2;

function renderTitle({ status, pageUrl, outage }: StatusFacts, { columns, palette }: RenderOptions): string {
  const mark = cutText(`● ${status.state}`, columns);
  const freeColumns = Math.max(0, columns - stringWidth(mark) - GAP_COLUMNS);
  const texts = [['fleetglass', `page ${pageUrl}`], ['fleetglass', pageUrl], [`page ${pageUrl}`], [pageUrl]].map(
    (left) => [...left, ...(outage === undefined ? [] : [outage])].join('  '),
  );
  const fitting = texts.find((text) => stringWidth(text) <= freeColumns) ?? pageUrl;
  const text = freeColumns === 0 ? '' : cutText(fitting, freeColumns);
  const styled = text.startsWith('fleetglass') ? palette.bold('fleetglass') + text.slice('fleetglass'.length) : text;
  const space = ' '.repeat(columns - stringWidth(text) - stringWidth(mark));
  return highlightOutage(styled, outage, palette) + space + stateStyle(status, palette)(mark);
}

function highlightOutage(text: string, outage: string | undefined, palette: Palette): string {
  return outage === undefined || !text.endsWith(outage) ? text : text.slice(0, -outage.length) + palette.red(outage);
}

function stateStyle({ state }: PollingStatus, palette: Palette): Style {
  return { running: palette.green, paused: palette.yellow, held: palette.red, stopped: palette.red }[state];
}

/** Renders as many facts as fit. The reason why polling does not run comes first. */
function renderPolling(facts: StatusFacts, { columns, palette }: RenderOptions): string {
  const { status, baseUrl, databases, indices, loaded, now } = facts;
  const { reason, until, inFlight, due, requestsLastMinute, breaker, nextDueAt } = status;
  const again = until === undefined ? '' : `Next attempt in ${describeCountdown(until, now)}. `;
  const texts = [
    ...(reason === undefined ? [] : [`${again}${reason.message}`]),
    ...(loaded === undefined ? [] : [`loading ${renderBar(loaded / databases, 10)} ${loaded} of ${databases}`]),
    ...(nextDueAt === undefined || reason !== undefined ? [] : [`next poll in ${describeCountdown(nextDueAt, now)}`]),
    `${inFlight} in flight`,
    ...(due > 0 ? [`${due} due`] : []),
    `${requestsLastMinute} requests/min`,
    `breaker ${breaker}`,
    `${databases} databases`,
    `${indices} indices`,
    `service ${baseUrl}`,
  ];
  const text = cutText(texts.join(' · '), columns);
  return reason === undefined ? palette.dim(text) : stateStyle(status, palette)(text);
}
