import { useEffect, useMemo } from 'react';
import { useFleet, useView } from '../../../../bindings/react/index.js';
import { usageHistoryOf, type LimitField, type ResourceKind } from '../../../../index.js';
import type { UsagePoint } from '../../../../core/limits/usage-series.js';
import { usePage } from '../server/use-page.js';
import type { Sample } from './chart/time-series.js';

/** The use of limits over time by field, oldest first. Fields without a history are absent. */
export type HistoryByField = { readonly [Field in LimitField]?: readonly Sample[] };

/** Returns the usage of a resource over the last day, and loads from the server what came before the page was opened. */
export function useUsageHistory(resource: ResourceKind, id: string): HistoryByField {
  const fleet = useFleet();
  const server = usePage().usage;
  useEffect(() => void server.loadHistory(resource, id), [server, resource, id]);
  const history = useView(useMemo(() => usageHistoryOf(fleet, resource, id), [fleet, resource, id]));
  return useMemo(() => {
    const byField: Readonly<Record<string, readonly UsagePoint[]>> = history;
    return Object.fromEntries(
      Object.entries(byField).map(([field, points]) => [field, points.map(({ at, used }) => ({ at, value: used }))]),
    );
  }, [history]);
}
