import { useMemo } from 'react';
import { type ResourceKind, usageHistoryOf, type UsagePoint } from '../../../../index.js';
import { useFleet, useView } from '../../../../bindings/react/index.js';
import type { Sample } from './chart/time-series.js';

/** The use of the limits of a resource over the last day by field, oldest first. Fields without a history are absent. */
export function useUsagePoints(resource: ResourceKind, id: string): Readonly<Record<string, readonly UsagePoint[]>> {
  const fleet = useFleet();
  return useView(useMemo(() => usageHistoryOf(fleet, resource, id), [fleet, resource, id]));
}

/** As `useUsagePoints`, with samples for charts. */
export function useUsageHistory(resource: ResourceKind, id: string): Readonly<Record<string, readonly Sample[]>> {
  const history = useUsagePoints(resource, id);
  return useMemo(
    () => Object.fromEntries(Object.entries(history).map(([field, points]) => [field, points.map(sampleOf)])),
    [history],
  );
}

const sampleOf = ({ at, used }: UsagePoint): Sample => ({ at, value: used });
