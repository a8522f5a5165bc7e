import type { ReactElement } from 'react';
import { describeDuration } from '../../../../format/describe-duration.js';
import { formatMoment } from './format-moment.js';
import { useNow } from './now.js';

export interface AgoProps {
  /** Unix milliseconds. */
  readonly at: number;
}

/** How long ago something was, such as `4 s ago`; the time itself is its title. */
export function Ago({ at }: AgoProps): ReactElement {
  const age = useNow((now) => `${describeDuration(now - at)} ago`);
  return (
    <time dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
      {age}
    </time>
  );
}
