import type { ReactElement } from 'react';
import { describeDuration } from '../../../../format/describe-duration.js';
import { useNow } from '../shell/now.js';
import { formatMoment } from '../shell/format-moment.js';

export interface UntilProps {
  /** Unix milliseconds. */
  readonly at: number;
}

/** How long it is until something, such as `in 3 h`; the time itself is its title. */
export function Until({ at }: UntilProps): ReactElement {
  const left = useNow((now) => describeDuration(at - now));
  return (
    <time dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
      in {left}
    </time>
  );
}
