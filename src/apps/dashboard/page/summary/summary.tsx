import type { ReactElement } from 'react';
import { useFleetSummary } from '../../../../bindings/react/index.js';
import { StatusBar } from './status-bar.js';
import { WorstLimits } from './worst-limits.js';

/** The fleet at a glance: how many are in which state of their limits, and which limits are nearest to their end. */
export function Summary(): ReactElement {
  const { resources, worst, databases, indices } = useFleetSummary();
  return (
    <section className="summary" aria-label="Summary">
      <StatusBar counts={resources} total={databases + indices} />
      <WorstLimits worst={worst} isEmpty={databases + indices === 0} />
    </section>
  );
}
