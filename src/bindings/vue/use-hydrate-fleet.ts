import { toValue, watch, type MaybeRefOrGetter } from 'vue';
import { hydrateOnce, type SnapshotOfServer } from '../hydrate-fleet.js';
import { useFleet } from './fleet-plugin.js';

/**
 * Restores the snapshot of a server in the fleet, at once and when the ref or getter has another snapshot. Call it in `setup`
 * of the component to which the snapshot belongs: the first render then shows its records. Newer records stay, and the same
 * snapshot is restored once.
 *
 * An invalid snapshot, such as that of another version, goes to the fleet's `onError` as FleetError `invalid-request`, and the
 * fleet requests what the components show. After `dispose`, the error is `disposed`.
 *
 * @example
 * const { data } = await useFetch('/api/snapshot');
 * useHydrateFleet(data);
 */
export function useHydrateFleet(snapshot: MaybeRefOrGetter<SnapshotOfServer>): void {
  const fleet = useFleet();
  watch(
    () => toValue(snapshot),
    (now) => hydrateOnce(fleet, now),
    { immediate: true, flush: 'sync' },
  );
}
