import type { ReactNode } from 'react';
import { createHydrateFleet } from '../hydrate-fleet.js';
import { framework } from './use-view.js';

/**
 * Restores the snapshot of a server in the fleet of the nearest provider, before its children render. Its place is the part
 * of the page to which the snapshot belongs; there may be several, also in a `<Suspense>` that the server streams later.
 *
 * - The children's first render shows the records, so it equals the render of the server. Newer records stay.
 * - Components elsewhere get the records after the render. The same snapshot is restored once.
 * - An invalid snapshot, such as that of another version, goes to the fleet's `onError` as FleetError `invalid-request`. The
 *   children render without its records, and the fleet requests what they show. After `dispose`, the error is `disposed`.
 *
 * @example
 * ```tsx
 * <HydrateFleet snapshot={snapshot}>
 *   <Row id={id} />
 * </HydrateFleet>
 * ```
 */
export const HydrateFleet = /* @__PURE__ */ createHydrateFleet<ReactNode>(framework);
