import type { ClientSettings } from '../client/client-options.js';
import type { FleetClock } from '../polling/fleet-clock.js';
import type { Database } from '../records/database.js';
import type { IndexRecord, VectorIndex } from '../records/vector-index.js';
import { sharedByCopies, sharedByOtherVersions } from '../shared/copies.js';
import { endedError, type Operation } from '../shared/fleet-error.js';
import { invalidRequest } from '../shared/refuse-issues.js';
import { VERSION } from '../shared/version.js';
import type { Commits } from '../store/commits.js';
import type { EntityStore } from '../store/entity-store.js';
import type { Events } from '../store/events.js';
import type { Activity } from './activity.js';
import type { Answers } from './answers.js';
import type { DatabaseReads } from './database-reads.js';
import type { Effects } from './effects.js';
import type { KnownIds } from './known-ids.js';
import type { IndexList } from './index-list.js';
import type { PersistenceLink } from './storage.js';
import type { Thresholds } from './thresholds-option.js';
import type { TransitionLog } from './transition-log.js';

const KEY = 'kernels';

/** The options that the parts of a fleet need, with their defaults. The account's credentials are not among them. */
export interface KernelOptions extends Omit<ClientSettings, 'credentials' | 'texts'> {
  readonly random: () => number;
  /** The user name of the account when the fleet was made, if it is known and is no secret. */
  readonly account: string | undefined;
  /** As they were given: the part that uses them checks them. */
  readonly thresholds?: Thresholds | undefined;
}

/**
 * The inside of a fleet: its state, and everything that the functions of a fleet need. `kernelOf(fleet)` returns it. None of
 * its members can be replaced, and none shows a credential but `answers`.
 */
export interface Kernel {
  /** The options of the fleet, without its credentials. */
  readonly options: KernelOptions;
  /** The clock of the options; `corrected` also counts the time that the computer sleeps. */
  readonly clocks: FleetClock;
  /** Makes changes atomic. `commits.isDisposed` tells whether the fleet has ended. */
  readonly commits: Commits;
  /** Sends the requests whose answers become commits. */
  readonly effects: Effects;
  /** The entries of the databases. Its members are the known ids. */
  readonly databases: EntityStore<Database>;
  /** The entries of the vector indices. Its members are the indices of the last list. */
  readonly indices: EntityStore<IndexRecord>;
  /** The last answers, with their credentials, in memory only. */
  readonly answers: { readonly database: Answers<Database>; readonly index: Answers<VectorIndex> };
  /** Reads single databases and commits the answers. */
  readonly reads: DatabaseReads;
  /** Which databases are known. */
  readonly known: KnownIds;
  /** The list of vector indices, as one poll. */
  readonly list: IndexList;
  /** The transitions since the fleet began. */
  readonly transitions: TransitionLog;
  /** The events that `activityOf` emits. Its part makes them. */
  readonly activity: Events<Activity>;
  /** The connection to the fleet's store; `undefined` without a store, and while the store connects. */
  readonly storage: PersistenceLink | undefined;
  /**
   * Returns a part of the fleet: a capability that is made at its first use, once for each fleet. All callers with the same
   * name get the same part.
   *
   * @param create makes the part. It passes the release of what the part holds to `onDispose`.
   */
  part<T>(name: string, create: (kernel: Kernel) => T): T;
  /**
   * Runs a task when the fleet ends, before the tasks that were added earlier; at once if the fleet has ended.
   *
   * @returns a function that removes the task
   */
  onDispose(task: () => void): () => void;
}

/** The kernels of all fleets, found by all copies of this version of the package. */
const kernels = /* @__PURE__ */ sharedByCopies(KEY, () => new WeakMap<object, Kernel>());

/** To be called once, with the fleet that owns the kernel. */
export function keepKernel(fleet: object, kernel: Kernel): void {
  kernels().set(fleet, kernel);
}

/**
 * Returns the inside of a fleet. It is the only way into a fleet for the functions and the other folders of this project.
 *
 * @param caller the function whose argument `fleet` is, for the message
 * @throws FleetError `invalid-request` for a value that `createFleet` of this version did not return
 */
export function kernelOf(fleet: unknown, caller: string): Kernel {
  const kernel = isKey(fleet) ? kernels().get(fleet) : undefined;
  if (kernel !== undefined) return kernel;
  const expected = `${caller} expects a fleet that createFleet returned, not a copy or a proxy of it`;
  throw invalidRequest('configure', [{ path: 'fleet', message: `${expected}. It got ${describe(fleet)}` }]);
}

/**
 * Like `kernelOf`, for functions that do something with a fleet.
 *
 * @throws FleetError `disposed` if the fleet has ended
 */
export function liveKernelOf(fleet: unknown, caller: string, operation: Operation = 'configure'): Kernel {
  const kernel = kernelOf(fleet, caller);
  if (kernel.commits.isDisposed) throw endedError('disposed', operation);
  return kernel;
}

function isKey(value: unknown): value is object {
  return Object(value) === value;
}

/** Names the kind of a value, never the value itself. */
function describe(value: unknown): string {
  const other = isKey(value) ? versionOf(value) : undefined;
  if (other !== undefined)
    return `a fleet of fleetglass ${other}; this function is of fleetglass ${VERSION}. Install one version`;
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'another object' : `a ${typeof value}`;
}

function versionOf(fleet: object): string | undefined {
  return sharedByOtherVersions(KEY).find(({ value }) => value instanceof WeakMap && value.has(fleet))?.version;
}
