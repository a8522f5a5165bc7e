import type {
  Database,
  FleetSummary,
  IndexRecord,
  LimitUsage,
  PollingStatus,
  RecentTransitionsOptions,
  ResourceKind,
  Transition,
  ViewOptions,
} from '../index.js';
import type { CreationMembers } from './creation.js';
import type { EntryFor, Ids } from './queries.js';
import type { DatabaseOptions, IdOptions, ResultOf, SelectOptions } from './selection.js';
import type { DatabaseEntry } from './tracked-entry.js';
import type { Id } from './views-by-id.js';

/**
 * The types of a framework. `shown` and `source` are types of `this['value']`, because TypeScript cannot pass a generic
 * type, such as `Ref`, to an interface.
 */
export interface FrameworkTypes {
  readonly value: unknown;
  /** How a function returns a value, such as a ref. */
  readonly shown: unknown;
  /** How a function takes an argument, such as a value, a ref or a getter. */
  readonly source: unknown;
  /** Further options of each function. */
  readonly options: object;
}

/** The types of React and Preact, whose hooks take and return the values themselves. */
export interface HookTypes extends FrameworkTypes {
  readonly shown: this['value'];
  readonly source: this['value'];
}

type Shown<F extends FrameworkTypes, T> = (F & { readonly value: ResultOf<T> })['shown'];
type Source<F extends FrameworkTypes, T> = (F & { readonly value: T })['source'];

/** The members of the state of a creation, each as the framework returns a value. */
export type CreationValues<F extends FrameworkTypes> = {
  readonly [Name in keyof CreationMembers]: Shown<F, CreationMembers[Name]>;
};

/** The options of `transitionsOf(fleet).recent`. */
export type TransitionsOptions<F extends FrameworkTypes> = {
  readonly [Name in keyof RecentTransitionsOptions]: Source<F, RecentTransitionsOptions[Name]>;
};

/**
 * The functions of a binding. They are methods with one signature each, because editors then show their comments where
 * a constant of such a type is called.
 */
export interface Functions<F extends FrameworkTypes> {
  /**
   * Returns the record of a database, or `undefined` without a record or an id. The database is polled while a component
   * watches it. `select` derives what matters, such as `(record) => record?.state`.
   */
  database<Selected = Database | undefined>(
    id: Source<F, Id>,
    options?: SelectOptions<Database | undefined, Selected> & DatabaseOptions & F['options'],
  ): Shown<F, Selected>;

  /**
   * Returns the entry of a database: its record with its status, error and time of confirmation, and `refetch`. The component
   * follows the members that it reads. The entry of an invalid id has the error `invalid-request`.
   */
  databaseEntry<I extends Id, Selected = EntryFor<I>>(
    id: Source<F, I>,
    options?: SelectOptions<EntryFor<I>, Selected> & DatabaseOptions & F['options'],
  ): Shown<F, Selected>;

  /**
   * Returns the records of these databases, in their order. Databases without a record are left out. Without ids, it
   * returns the records of all known databases. For a long list, read the ids, which are `fleet.databases.tracked`, and
   * give each row a component that reads its own record.
   */
  databases<Selected = readonly Database[]>(
    ids?: Source<F, Ids>,
    options?: SelectOptions<readonly Database[], Selected> & ViewOptions & F['options'],
  ): Shown<F, Selected>;

  /** Returns the entry of each of these databases, in their order. */
  databaseEntries<Selected = readonly DatabaseEntry[]>(
    ids: Source<F, readonly string[]>,
    options?: SelectOptions<readonly DatabaseEntry[], Selected> & ViewOptions & F['options'],
  ): Shown<F, Selected>;

  /**
   * Returns the record of a vector index, or `undefined` without a record or an id. The list of indices is polled while a
   * component watches it.
   */
  vectorIndex<Selected = IndexRecord | undefined>(
    id: Source<F, Id>,
    options?: SelectOptions<IndexRecord | undefined, Selected> & IdOptions & F['options'],
  ): Shown<F, Selected>;

  /** Returns the records of all vector indices of the account. The list is polled while a component watches it. */
  vectorIndices<Selected = readonly IndexRecord[]>(
    options?: SelectOptions<readonly IndexRecord[], Selected> & F['options'],
  ): Shown<F, Selected>;

  /**
   * Returns the limits of a database or a vector index with their usage. The list is empty without a record or an id.
   * `select` derives what matters, such as `(all) => all.some(({ status }) => status === 'exceeded')`.
   */
  limits<Selected = readonly LimitUsage[]>(
    resource: Source<F, ResourceKind>,
    id: Source<F, Id>,
    options?: SelectOptions<readonly LimitUsage[], Selected> & F['options'],
  ): Shown<F, Selected>;

  /** Returns a summary of all limits of the fleet. */
  fleetSummary<Selected = FleetSummary>(
    options?: SelectOptions<FleetSummary, Selected> & F['options'],
  ): Shown<F, Selected>;

  /**
   * Returns the polling status: whether polling runs, why it pauses, and counts of databases and requests. Each request
   * changes the status; `select` chooses what matters.
   */
  pollingStatus<Selected = PollingStatus>(
    options?: SelectOptions<PollingStatus, Selected> & F['options'],
  ): Shown<F, Selected>;

  /**
   * Returns the last transitions, newest first, earlier transitions too. To run code for each transition, subscribe to
   * `transitionsOf(fleet)`.
   *
   * @throws FleetError `invalid-request` if the limit is not an integer of 0 or more
   */
  transitions(options?: TransitionsOptions<F>): Shown<F, readonly Transition[]>;
}
