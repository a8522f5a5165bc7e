import { checkClientOptions, clientEntries, type ManagementClientOptions } from '../client/client-options.js';
import { aFunction, amount, checkedElsewhere, objectOf, optional, withMethods } from '../shared/option-schemas.js';
import { pollingOptions, type PollingOptions } from './polling-options.js';
import type { FleetSettings, Kernel, SharingLink } from './kernel.js';
import type { PersistenceLink } from './storage.js';
import type { Thresholds } from './thresholds-option.js';

/**
 * Shares the polling with other fleets. `tabs` of `fleetglass/sharing/tabs` and `replicas` of
 * `fleetglass/sharing/redis` implement it.
 */
export interface Sharing {
  /** Called by `createFleet`. @throws FleetError `in-use` if another fleet uses the sharing; `disposed` if it is closed */
  connect(): SharingLink;
}

/**
 * Keeps the state of a fleet over restarts. Stores of `fleetglass/persistence/…` implement it.
 *
 * @example
 * ```ts
 * const store = await openDirectory('./state');
 * const fleet = createFleet({ baseUrl, credentials, persistence: store });
 * ```
 */
export interface Persistence {
  /** Called by `createFleet`. @throws FleetError `in-use` if another fleet uses the store; `storage` if it is closed */
  connect(kernel: Kernel): PersistenceLink;
}

/** The options of `createFleet`. Only `baseUrl` has no default. */
export interface FleetOptions extends Omit<ManagementClientOptions, 'texts'> {
  /** Options of the polling: cadence, rate limit, pauses. @default {} */
  readonly polling?: PollingOptions | undefined;
  /**
   * The shares of a limit at which a usage status begins and ends. The first function that uses them, such as
   * `limitsOf`, checks them.
   *
   * @default { warning: 0.8, critical: 0.95, exceeded: 1, clear: { warning: 0.78, critical: 0.93, exceeded: 0.98 } }
   */
  readonly thresholds?: Thresholds | undefined;
  /**
   * How long the record and the usage of an id that is not known are kept, milliseconds; `Infinity`: until `dispose`. Less
   * than 5,000 counts as 5,000. The error of an id without a record is kept for 5 s.
   *
   * @default 300000
   */
  readonly retainMs?: number | undefined;
  /**
   * How much memory the texts of answers may take, bytes; the text of one database takes about 3,200. An answer with the
   * same text as the previous answer is not parsed again. Beyond the limit, no further text is kept.
   *
   * @default 16777216
   */
  readonly keptTextBytes?: number | undefined;
  /**
   * A store of `fleetglass/persistence/directory`, `/indexeddb` or `/unstorage`: keeps the added ids, the last records,
   * transitions, usage and unconfirmed creates over restarts, without credentials.
   *
   * @default none: everything is forgotten at the end of the process
   */
  readonly persistence?: Persistence | undefined;
  /**
   * The result of `tabs` or `replicas`. Each id is polled once for all fleets, at the fastest pace that any of them
   * asks for. All fleets together keep one rate.
   *
   * @default none: this fleet polls all of its ids
   */
  readonly sharing?: Sharing | undefined;
  /** Called with each error that a subscriber, a selector or a cadence throws. @default console.error */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Returns random numbers from 0 to just below 1, as `Math.random` does. @default the platform's randomness */
  readonly random?: (() => number) | undefined;
}

const ownEntries = {
  polling: optional<PollingOptions>(objectOf(pollingOptions, 'an object of options'), {}),
  thresholds: checkedElsewhere<Thresholds>(),
  retainMs: optional(amount, 300_000),
  keptTextBytes: optional(amount, 16 * 1024 ** 2),
  persistence: optional(withMethods<Persistence>('a store, such as openDirectory returns', 'connect')),
  sharing: optional(withMethods<Sharing>('the result of tabs or replicas', 'connect')),
  onError: optional(aFunction<(error: unknown) => void>()),
  random: optional(aFunction<() => number>(), systemRandom),
};

/** Checks the options of a fleet and adds the defaults. @throws FleetError `invalid-request` */
export function readFleetOptions(given: FleetOptions): FleetSettings {
  // Not at the top of the module: bundlers cannot remove a spread there, nor the values in it.
  return checkClientOptions({ ...clientEntries, ...ownEntries }, given);
}

export function systemRandom(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return drawn / 2 ** 32;
}
