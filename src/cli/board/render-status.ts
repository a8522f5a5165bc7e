import stringWidth from 'fast-string-width';
import type { PollingStatus } from '../../polling/polling-status.js';
import { cutText } from '../render/cut-text.js';
import type { Palette, Style } from '../render/palette.js';
import type { RenderOptions } from '../render/render-options.js';
import { describeDuration } from './describe-duration.js';
import { renderBar } from './render-bar.js';

/** What the two lines at the top say. */
export interface StatusFacts {
  readonly status: PollingStatus;
  readonly baseUrl: string;
  /** What this board does to the service, such as an outage. */
  readonly staged: string | undefined;
  /** How many of the known databases have a record, while that is not all of them for the first time. */
  readonly loaded: number | undefined;
  /** Unix milliseconds. */
  readonly now: number;
}

/** What is shown, of what, and how the polling goes. */
export function renderStatus(facts: StatusFacts, options: RenderOptions): string[] {
  return [renderTitle(facts, options), renderPolling(facts, options)];
}

const MARK_COLUMNS = 2;

function renderTitle({ status, baseUrl, staged }: StatusFacts, { columns, palette }: RenderOptions): string {
  const mark = `● ${status.state}`;
  const room = columns - stringWidth(mark) - MARK_COLUMNS;
  const left = ['fleetglass', baseUrl, ...(staged === undefined ? [] : [staged])];
  const text = cutText(left.join('  '), room);
  const styled = text.startsWith('fleetglass') ? palette.bold('fleetglass') + text.slice('fleetglass'.length) : text;
  const marked = stagedStyled(styled, staged, palette);
  return `${marked}${' '.repeat(room - stringWidth(text) + MARK_COLUMNS)}${stateStyle(status, palette)(mark)}`;
}

function stagedStyled(text: string, staged: string | undefined, palette: Palette): string {
  return staged === undefined || !text.endsWith(staged) ? text : text.slice(0, -staged.length) + palette.red(staged);
}

function stateStyle({ state }: PollingStatus, palette: Palette): Style {
  return { running: palette.green, paused: palette.yellow, held: palette.red, stopped: palette.red }[state];
}

/** As many facts as there is room for; why it does not run comes before all. */
function renderPolling(facts: StatusFacts, { columns, palette }: RenderOptions): string {
  const { status, loaded, now } = facts;
  const { reason, until, known, inFlight, due, requestsLastMinute, breaker, nextDueAt } = status;
  const again = until === undefined ? '' : ` Again in ${describeDuration(until - now)}.`;
  const texts = [
    ...(reason === undefined ? [] : [`${reason.message}${again}`]),
    ...(loaded === undefined
      ? []
      : [`loading ${renderBar(known === 0 ? 0 : loaded / known, 10)} ${loaded} of ${known}`]),
    ...(nextDueAt === undefined ? [] : [`next poll in ${describeDuration(nextDueAt - now)}`]),
    `${known} known`,
    `${inFlight} in flight`,
    ...(due > 0 ? [`${due} due`] : []),
    `${requestsLastMinute} requests/min`,
    `breaker ${breaker}`,
  ];
  const text = cutText(texts.join(' · '), columns);
  return reason === undefined ? palette.dim(text) : stateStyle(status, palette)(text);
}
