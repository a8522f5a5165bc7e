import { formatMoment } from '../display/format-moment.js';
import type { LiveEnd, LiveState } from './live-run.js';

const REASONS: Readonly<Record<LiveEnd, string>> = {
  stopped: 'it was stopped.',
  time: 'the time is over. Run the cell again to go on.',
  aborted: 'its signal was aborted.',
  replaced: 'a live display of the same name started. To keep both, give each a `name` of its own.',
  disposed: 'the fleet was disposed.',
};

/** One line of plain text: until when the display is live or why it ended, and why the last drawing failed. */
export function describeLive({ until, end, problem }: LiveState): string {
  const sentences = [end === undefined ? describeEnd(until) : `Live until ${formatMoment(until)}: ${REASONS[end]}`];
  if (problem !== undefined) sentences.push(problem);
  return sentences.join(' ');
}

function describeEnd(until: number): string {
  return until > LAST_DATE ? 'Live.' : `Live until ${formatMoment(until)}.`;
}

/** The last moment that has a date, Unix milliseconds. */
const LAST_DATE = 8.64e15;
