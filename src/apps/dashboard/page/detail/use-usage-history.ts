import { useMemo } from 'react';
import { type ResourceKind, usageHistoryOf, type UsagePoint } from '../../../../index.js';
import { useFleet, useView } from '../../../../bindings/react/index.js';
import type { Sample } from './chart/time-series.js';

/** The use of the limits of a resource over the last day by field, oldest first. Fields without a history are absent. */
export function useUsageHistory(resource: ResourceKind, id: string): Readonly<Record<string, readonly Sample[]>> {
  const fleet = useFleet();
  const history = useView(useMemo(() => usageHistoryOf(fleet, resource, id), [fleet, resource, id]));
  return useMemo(() => {
    const byField: Readonly<Record<string, readonly UsagePoint[]>> = history;
    return Object.fromEntries(
      Object.entries(byField).map(([field, points]) => [field, points.map(({ at, used }) => ({ at, value: used }))]),
    );
  }, [history]);
}
