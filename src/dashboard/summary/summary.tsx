import type { ReactElement } from 'react';
import { useFleetSummary } from '../../bindings/react/index.js';

export function Summary(): ReactElement {
  const { databases, indices } = useFleetSummary();
  return (
    <section className="summary" aria-label="Summary">
      {databases} databases, {indices} vector indices
    </section>
  );
}
