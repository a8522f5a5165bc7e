import type { ReactElement } from 'react';
import { describeDuration } from '../../../../format/describe-duration.js';
import { useNow } from './now.js';

/** Formats a time in UTC, to the second: `2025-10-19 18:33:05 UTC`. @param at Unix milliseconds, within the range of Date */
export function formatMoment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

export interface AgoProps {
  /** Unix milliseconds. */
  readonly at: number;
}

/** The time since an event, such as `4 s ago`. The title shows the exact time. */
export function Ago({ at }: AgoProps): ReactElement {
  const age = useNow((now) => `${describeDuration(now - at)} ago`);
  return (
    <time dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
      {age}
    </time>
  );
}

export interface UntilProps {
  /** Unix milliseconds. */
  readonly at: number;
}

/** The time until an event, such as `in 3 h`. The title shows the exact time. */
export function Until({ at }: UntilProps): ReactElement {
  const left = useNow((now) => describeDuration(at - now));
  return (
    <time dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
      in {left}
    </time>
  );
}
