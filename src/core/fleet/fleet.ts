import { callOptions, type CallOptions } from '../client/call-options.js';
import { disposeSymbol } from '../shared/dispose-symbol.js';
import { inspectForm } from '../shared/inspect-form.js';
import { checkOptions } from '../shared/read-options.js';
import { createOperations } from '../client/operations.js';
import type { PollingStatus } from '../polling/polling-status.js';
import type { View } from '../store/view.js';
import type { CredentialsSource } from '../wire/credentials.js';
import { createDatabases, type Databases } from './databases.js';
import type { FleetRequests } from './effects.js';
import { readFleetOptions, type FleetOptions } from './fleet-options.js';
import { createIndices, type Indices } from './indices.js';
import { registerKernel, Kernel } from './kernel.js';
import { noStorage, type StorageStatus } from './storage.js';

/**
 * The live state of an account's databases and vector indices, as views that polling keeps up to date.
 *
 * A fleet holds state. Functions whose first argument is the fleet do something with it, or derive something from it:
 *
 * - Create and wait: `createDatabase`, `waitFor`, `unconfirmedCreatesOf`, `resolveUnconfirmedCreate`
 * - Read and learn: `refreshAll`, `fetchCredentials`, `upsertDatabase`
 * - Limits: `limitsOf`, `limitSummaryOf`
 * - Usage: `reportUsage`, `usageOf`, `usageHistoryOf`, `addUsageSource`, `usageSourcesOf`
 * - Changes: `transitionsOf`, `activityOf`
 * - Snapshots: `dehydrate`, `hydrate`
 *
 * A page loads only the functions that it imports. After `dispose`, functions that do something fail with `disposed`, and
 * functions that return a view or a stream return one that has ended.
 */
export interface Fleet {
  /**
   * Resolves when the state that the store kept is in place, with the last records as `stale`; at once without a store.
   * Never rejects: `storage` says what went wrong.
   */
  readonly ready: Promise<void>;
  /** Whether everything is saved, and what the store has lost. */
  readonly storage: View<StorageStatus>;
  /**
   * Saves everything that changed before the call. The fleet also saves by itself: added and removed ids at once, records
   * at most once a second. Resolves at once without a store.
   *
   * @throws FleetError `storage` if it could not be saved; `aborted`; `invalid-request`
   * @example
   * ```ts
   * fleet.databases.add(ids);
   * await fleet.flush(); // the ids survive a crash from here on
   * ```
   */
  flush(options?: CallOptions): Promise<void>;
  readonly databases: Databases;
  readonly indices: Indices;
  readonly polling: Polling;
  /**
   * Replaces the credentials. Polling that the old ones stopped resumes at once. Another user name ends the sharing.
   *
   * @throws FleetError `invalid-request` for invalid credentials; then the previous credentials stay in use
   */
  setCredentials(credentials: CredentialsSource): void;
  /**
   * Ends the fleet. Requests are aborted, pending calls reject with `disposed`, and views and streams complete; views keep
   * their last value. No timer, socket or subscriber is left. A second call does nothing.
   */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** Controls the polling of all known databases and of the list of vector indices. */
export interface Polling {
  /**
   * Stops scheduled polls until `resume`, even the polls for a pending `waitFor`. Creates and refreshes are still sent.
   *
   * @param reason a sentence for display: the `reason.message` of `status`
   */
  pause(reason?: string): void;
  /** Resumes scheduled polls; due polls are sent at once, or a probe if the service refuses the account or does not answer. */
  resume(): void;
  /** Whether polling runs and why not, and how many polls are due and in flight. Emits at once, then on each change. */
  readonly status: View<PollingStatus>;
}

/**
 * Makes a fleet. It sends no request before ids are added, tracked or restored, a view is subscribed to, or a function asks.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * const fleet = createFleet({ baseUrl: 'https://api.example.com', credentials: { username, password } });
 * fleet.databases.add(['93e3a3e', '5f0c2d1']);
 * transitionsOf(fleet).subscribe(({ id, field, from, to }) => console.log(id, field, from, to));
 * fleet.databases.field('93e3a3e', 'state').subscribe((state) => console.log(state));
 * ```
 */
export function createFleet(options: FleetOptions): Fleet {
  return createFleetOn({ operationsOf: createOperations }, options);
}

/** Makes a fleet whose requests are sent by other operations, for example the operations of a simulated service. */
export function createFleetOn(requests: FleetRequests, options: FleetOptions): Fleet {
  const kernel = new Kernel(requests, readFleetOptions(options));
  const { scheduler } = kernel.effects;
  const dispose = (): void => Kernel.dispose(kernel);
  const { ready, status, flush } = kernel.storage ?? noStorage(kernel.commits);
  const fleet: Fleet = {
    ready,
    storage: status,
    flush: async (given) => flush(checkOptions('configure', callOptions, given).signal),
    databases: createDatabases(kernel),
    indices: createIndices(kernel),
    polling: {
      // An event listener such as `onclick={polling.pause}` passes an event.
      pause: (reason) => scheduler.pause(typeof reason === 'string' ? reason : undefined),
      resume: () => scheduler.resume(),
      status: scheduler.status,
    },
    setCredentials: (credentials) => kernel.effects.setCredentials(credentials),
    dispose,
    [disposeSymbol]: dispose,
    [inspectForm]: () => describeFleet(kernel),
  };
  registerKernel(fleet, kernel);
  return fleet;
}

/** Without it, `console.log` prints views and functions. */
function describeFleet({ databases, indices, effects }: Kernel): string {
  const { state } = effects.scheduler.status.value;
  return `Fleet { databases: ${databases.ids.value.length}, indices: ${indices.ids.value.length}, polling: '${state}' }`;
}
