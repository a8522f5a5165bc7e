import { type ResourceKind, usageHistoryOf, type UsagePoint } from '../../../../index.js';
import { useFleet, useView } from '../../../../bindings/react/index.js';

/** The use of the limits of a resource over the last day by field, oldest first. Fields without a history are absent. */
export function useUsageHistory(resource: ResourceKind, id: string): Readonly<Record<string, readonly UsagePoint[]>> {
  return useView(usageHistoryOf(useFleet(), resource, id));
}
