import { createComputed, createMemo, type JSX } from 'solid-js';
import { hydrateOnce, type HydrateFleetProps } from '../hydrate-fleet.js';
import { useFleet } from './fleet-provider.js';

/**
 * Restores the snapshot of a server in the fleet of the nearest provider, before its children render, and each further
 * snapshot. The children's first render shows the records. Newer records stay, and the same snapshot is restored once.
 *
 * An invalid snapshot, such as that of another version, goes to the fleet's `onError` as FleetError `invalid-request`, and the
 * fleet requests what the children show. After `dispose`, the error is `disposed`.
 *
 * @example
 * ```tsx
 * <HydrateFleet snapshot={snapshot()}>
 *   <Row id={id} />
 * </HydrateFleet>
 * ```
 */
export function HydrateFleet(props: HydrateFleetProps<JSX.Element>): JSX.Element {
  const fleet = useFleet();
  createComputed(() => hydrateOnce(fleet, props.snapshot));
  return createMemo(() => props.children) as unknown as JSX.Element;
}
