import { onDestroy } from 'svelte';
import { toStore } from 'svelte/store';
import { readSource } from '../answer.js';
import { hydrateOnce, type SnapshotOfServer } from '../hydrate-fleet.js';
import { useFleet } from './fleet-context.js';
import type { MaybeGetter } from './use-view.js';

/**
 * Restores the snapshot of a server in the fleet, at once and when the function returns another snapshot. Call it while the
 * component to which the snapshot belongs initialises: the first render then shows its records. Newer records stay, and the
 * same snapshot is restored once.
 *
 * An invalid snapshot, such as that of another version, goes to the fleet's `onError` as FleetError `invalid-request`, and the
 * fleet requests what the components show. After `dispose`, the error is `disposed`.
 *
 * @example
 * const { data } = $props();
 * useHydrateFleet(() => data.snapshot);
 */
export function useHydrateFleet(snapshot: MaybeGetter<SnapshotOfServer>): void {
  const fleet = useFleet();
  onDestroy(toStore(() => readSource(snapshot)).subscribe((now) => hydrateOnce(fleet, now)));
}
