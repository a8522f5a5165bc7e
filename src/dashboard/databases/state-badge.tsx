import type { ReactElement } from 'react';
import { printable } from '../../display/printable.js';

export interface StateBadgeProps {
  /** As the record has it; `undefined` where there is none. */
  readonly state: string | undefined;
}

/** The state of a database: its colour where the document knows it, its word always. */
export function StateBadge({ state }: StateBadgeProps): ReactElement {
  return (
    <span className="state" data-state={state}>
      {state === undefined ? '–' : printable(String(state))}
    </span>
  );
}
