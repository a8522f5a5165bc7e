import type { ReactElement } from 'react';
import { textOf } from '../shell/text-of.js';

export interface StateBadgeProps {
  /** As the record has it, whatever that is. */
  readonly state: unknown;
}

/** The state of a database: its colour where the document knows it, its word always. */
export function StateBadge({ state }: StateBadgeProps): ReactElement {
  const text = textOf(state);
  return (
    <span className="state" data-state={text}>
      {text || '–'}
    </span>
  );
}
