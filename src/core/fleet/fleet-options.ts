import * as v from 'valibot';
import type { ManagementClientOptions } from '../client/management-client.js';
import { isObject } from '../shared/is-object.js';
import { aFunction, amount, withMethods } from '../shared/option-schemas.js';
import { parseOptions } from '../shared/parse-options.js';
import { readPollingOptions, type PollingOptions } from '../polling/polling-options.js';
import { systemClock, type Clock } from '../shared/clock.js';
import type { Thresholds } from './thresholds-option.js';
import type { Kernel } from './kernel.js';
import type { PersistenceLink } from './storage.js';
import type { KeyOwner, TurnSource } from '../polling/key-owner.js';

/**
 * Shares the polling with other fleets: each id is polled once for all, and the answers go to all.
 * `tabs` of `fleetglass/sharing/tabs` and `replicas` of `fleetglass/sharing/redis` implement it.
 *
 * @example
 * ```ts
 * const fleet = createFleet({ baseUrl: '/fleet', sharing: tabs({ scope: user.id }) });
 * ```
 */
export interface Sharing {
  /**
   * Called by `createFleet`.
   *
   * @throws FleetError `in-use` if another fleet uses the sharing; `disposed` if it is closed
   */
  connect(): SharingLink;
}

/** The membership of one fleet. Until `join` is called, the fleet owns no key. */
export interface SharingLink {
  /** Decides which keys this fleet polls. */
  readonly owner: KeyOwner;
  /** Gives turns of the rate that all members share. */
  readonly turns: TurnSource;
  /** Joins the group. Called once, when all parts of the fleet are made. */
  join(kernel: Kernel): void;
  /** Shares the entry of a database that a response has settled. Called inside the commit. */
  publish(id: string, order: number): void;
  /** Shares the list of vector indices after a response. Called inside the commit. */
  publishList(order: number): void;
  /** Lets all members wait, because the service answered 429. */
  hold(delayMs: number): void;
  /** Leaves the group, without waiting for its end. */
  dispose(): void;
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
   * The share of a limit at which each usage status begins, and the share below which it ends (`clear`). Checked by the
   * first function that uses them, such as `limitsOf`.
   *
   * @default { warning: 0.8, critical: 0.95, exceeded: 1, clear: { warning: 0.78, critical: 0.93, exceeded: 0.98 } }
   */
  readonly thresholds?: Thresholds | undefined;
  /**
   * How long the record of an id that is no longer known is kept, milliseconds; `Infinity` keeps it until `dispose`. The
   * error of an id without a record is kept for 5 s at most.
   *
   * @default 300000
   */
  readonly retainMs?: number | undefined;
  /**
   * How much memory the texts of answers may take, bytes; the text of one database takes about 3,200. An answer whose
   * text is kept is not parsed again. When the limit is reached, no further text is kept. The text of the last list of
   * indices is kept in addition.
   *
   * @default 16777216
   */
  readonly keptTextBytes?: number | undefined;
  /**
   * Keeps the added ids, the last records, transitions, usage and unconfirmed creates over restarts. A store of
   * `fleetglass/persistence/directory`, `/indexeddb` or `/unstorage`. It contains no credentials.
   *
   * @default none: everything is forgotten at the end of the process
   */
  readonly persistence?: Persistence | undefined;
  /**
   * Shares the polling with other fleets: `tabs` of `fleetglass/sharing/tabs` or `replicas` of `fleetglass/sharing/redis`.
   * Each id is polled once for all, at the fastest pace that any of them asks for, and all keep one rate together.
   *
   * @default none: this fleet polls all of its ids
   */
  readonly sharing?: Sharing | undefined;
  /** Called with each error that a subscriber, a selector or a cadence throws. @default console.error */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Returns random numbers from 0 to just below 1, as `Math.random` does. @default the platform's randomness */
  readonly random?: (() => number) | undefined;
}

/** The options of a fleet, with their defaults. Those of the client are checked by the client. */
export interface FleetSettings extends Omit<FleetOptions, keyof ManagementClientOptions> {
  readonly client: ManagementClientOptions & { readonly clock: Clock };
  readonly polling: PollingOptions;
  readonly random: () => number;
  readonly retainMs: number;
  readonly keptTextBytes: number;
}

/** Options that may be anything here are checked where they are used. */
const anything = v.optional(v.any());

const FLEET_OPTIONS = v.strictObject({
  baseUrl: anything,
  credentials: anything,
  timeoutMs: anything,
  recordLimitBytes: anything,
  listLimitBytes: anything,
  listLimitItems: anything,
  fetch: anything,
  clock: v.optional(v.any(), systemClock),
  polling: v.optional(v.custom<PollingOptions>(isObject, 'an object of options')),
  thresholds: anything,
  retainMs: v.optional(amount, 300_000),
  keptTextBytes: v.optional(amount, 16 * 1024 ** 2),
  persistence: v.optional(withMethods<Persistence>('a store, such as openDirectory returns', 'connect')),
  sharing: v.optional(withMethods<Sharing>('the result of tabs or replicas', 'connect')),
  onError: v.optional(aFunction<(error: unknown) => void>()),
  random: v.optional(aFunction<() => number>()),
});

/**
 * Checks the options of a fleet and adds the defaults.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 */
export function readFleetOptions(given: FleetOptions): FleetSettings {
  const parsed = parseOptions('configure', FLEET_OPTIONS, given) as FleetOptions & v.InferOutput<typeof FLEET_OPTIONS>;
  const { polling, persistence, sharing, thresholds, onError, random, retainMs, keptTextBytes, ...client } = parsed;
  return {
    client,
    polling: readPollingOptions(polling),
    persistence,
    sharing,
    thresholds,
    onError,
    random: random ?? systemRandom,
    retainMs,
    keptTextBytes,
  };
}

/** Returns a random number of the platform, at least 0 and below 1. */
function systemRandom(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return drawn / 2 ** 32;
}
