import type { ReactElement, ReactNode } from 'react';
import { useView } from '../../../../bindings/react/index.js';
import { describeCountdown, describeDuration } from '../../../../format/describe-duration.js';
import { systemClock } from '../../../../index.js';
import { createWritable } from './writable.js';

let cancelTick = (): void => {};

function tick(): void {
  cancelTick = systemClock.schedule(tick, 1000);
  currentTime.set(systemClock.now());
}

/** The time of the last tick, Unix milliseconds. All subscribers share one timer, which stops with the last of them. */
const currentTime = createWritable(systemClock.now(), (isWatched) => (isWatched ? tick() : cancelTick()));

/** @param select gets Unix milliseconds. The component renders when its result changes, at most once a second. */
export function useNow<Selected>(select: (now: number) => Selected): Selected {
  return useView(currentTime, { select });
}

/** Formats a time in UTC, to the second: `2025-10-19 18:33:05 UTC`. @param at Unix milliseconds, within the range of Date */
export function formatMoment(at: number): string {
  return new Date(at).toISOString().replace(/T(.*)\.\d+Z$/, ' $1 UTC');
}

export interface MomentProps {
  /** Unix milliseconds. */
  readonly at: number;
  readonly className?: string | undefined;
  readonly ink?: string | undefined;
  readonly children: ReactNode;
}

/** A time in words. The title shows the exact time. Empty for `NaN`: a monitor may send a time that is not valid. */
export function Moment({ at, className, ink, children }: MomentProps): ReactElement | null {
  if (Number.isNaN(at)) return null;
  return (
    <time className={className} data-ink={ink} dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
      {children}
    </time>
  );
}

export function Ago({ at }: Pick<MomentProps, 'at'>): ReactElement {
  return <Moment at={at}>{useNow((now) => `${describeDuration(now - at)} ago`)}</Moment>;
}

export function Until({ at }: Pick<MomentProps, 'at'>): ReactElement {
  return <Moment at={at}>{useNow((now) => `in ${describeCountdown(at, now)}`)}</Moment>;
}
