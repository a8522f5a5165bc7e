import { useMemo } from 'react';
import { useFleet, useView } from '../../../../bindings/react/index.js';
import type { LimitField, ResourceKind } from '../../../../index.js';
import type { UsageReading } from '../../../../core/limits/usage-sample.js';
import type { Sample } from './chart/time-series.js';

/** The use of limits over time by field, oldest first. Fields without a history are absent. */
export type HistoryByField = { readonly [Field in LimitField]?: readonly Sample[] };

/** Returns the usage history of a resource. */
export function useUsageHistory(resource: ResourceKind, id: string): HistoryByField {
  const { usage } = useFleet();
  const latest = useView(useMemo(() => usage.latest(resource, id), [usage, resource, id]));
  return useMemo(() => {
    const readings: Readonly<Record<string, UsageReading>> = latest ?? {};
    return Object.fromEntries(Object.entries(readings).map(([field, { history = [] }]) => [field, samplesOf(history)]));
  }, [latest]);
}

function samplesOf(history: readonly number[]): Sample[] {
  return Array.from({ length: history.length >> 1 }, (_, place) => ({
    at: history[2 * place] as number,
    value: history[2 * place + 1] as number,
  }));
}
