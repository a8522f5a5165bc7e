import type { ReactElement } from 'react';
import { textOf } from './names.js';

export interface StateBadgeProps {
  /** The value of the record, which may be of any type. */
  readonly state: unknown;
  /** The pending change, which may be of any type. It is shown in place of an active state. */
  readonly change?: unknown;
  /** Whether the state is the last known one, which may not be current. */
  readonly isStale?: boolean | undefined;
}

/** The state of a database as text. A state other than active stands out, a pending change even more. */
export function StateBadge({ state, change, isStale = false }: StateBadgeProps): ReactElement {
  const [now, next] = [textOf(state), textOf(change)];
  const text = next && now !== 'active' ? [now, next].filter(Boolean).join(' · ') : next || now;
  return (
    <span className="line state" data-state={next ? 'changing' : now} data-stale={isStale}>
      {text || 'no state'}
    </span>
  );
}
