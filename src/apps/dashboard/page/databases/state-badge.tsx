import type { ReactElement } from 'react';
import { textOf } from '../shell/text-of.js';

export interface StateBadgeProps {
  /** The value of the record, which may be of any type. */
  readonly state: unknown;
}

/** The state of a database as text. Documented states also have a colour. */
export function StateBadge({ state }: StateBadgeProps): ReactElement {
  const text = textOf(state);
  return (
    <span className="state" data-state={text}>
      {text || '–'}
    </span>
  );
}
