import type { CreationOptions } from '../../../src/bindings/creation.js';
import type { SnapshotOfServer } from '../../../src/bindings/hydrate-fleet.js';
import type { DatabaseOptions, IdOptions } from '../../../src/bindings/selection.js';
import type { Member } from '../../../src/bindings/tracked-entry.js';
import type { CreateDatabaseRequest, Database, Fleet, ResourceKind } from '../../../src/index.js';

/**
 * The interface of a binding for the contract suite: it renders components, each of which calls one hook of the
 * binding. test/bindings/framework-plugins.ts describes how to add a framework.
 */
export interface BindingUnderTest {
  readonly name: string;
  /** The number of renders of a component for one change. @default 1 */
  readonly rendersPerChange?: number;
  /** Whether components follow another provided fleet. Otherwise they read the fleet once. @default false */
  readonly followsFleet?: boolean;
  /** Whether a component or a function restores the snapshot of a server: the part `hydrated`. @default false */
  readonly hydrates?: boolean;
  /** Whether functions wait for a value: the part `awaited`. @default false */
  readonly waits?: boolean;
  /** Renders a scene into a new element of the document's body with the framework's own test renderer. */
  mount(scene: Scene): Promise<Mounted>;
}

/** The content of the page. */
export interface Scene {
  /** The fleet to provide in the framework's way; `undefined` provides nothing. */
  readonly fleet: Fleet | undefined;
  /**
   * Components, one below the other. A component keeps its identity while it has its position: a shorter list unmounts
   * the last components, and another id in a part changes a prop of its component. The `options` of a part never change.
   */
  readonly parts: readonly Part[];
  readonly show: Show;
}

/** A scene on the page. The suite awaits what its functions return. */
export interface Mounted {
  readonly container: HTMLElement;
  /** The errors that components have thrown, oldest first. The suite removes those that it has seen. */
  readonly errors: unknown[];
  update(parts: readonly Part[]): unknown;
  /** Provides another fleet. Present if `followsFleet` is true. */
  provide?(fleet: Fleet): unknown;
  /** Resolves after all earlier changes are rendered, and their effects have run. */
  flush(): unknown;
  /** Unmounts the scene. Resolves after all clean-up has run. */
  unmount(): unknown;
}

/**
 * Returns the text that a component shows for its value. Call it only where the component uses the value: each call
 * counts as a render of the part at position `at`, counted from 0. A component contains only
 *
 * ```html
 * <p data-part="{at}">{show(at, useDatabase(id))}</p>
 * ```
 *
 * If a framework evaluates its templates more often than it renders, put the call into a computed value.
 */
export type Show = (at: number, value: unknown) => string;

/** The queries of a component. */
export type Part =
  /** `useDatabase(id, options)` */
  | { readonly ask: 'database'; readonly id: string | undefined; readonly options?: DatabaseOptions }
  /**
   * `useDatabase(id, { select: selector, equals, ...options })`. Wrap both functions in functions that are new at each
   * render: `(record) => part.selector(record)`.
   */
  | {
      readonly ask: 'selection';
      readonly id: string | undefined;
      readonly selector: (record: Database | undefined) => unknown;
      readonly equals?: (a: unknown, b: unknown) => boolean;
      readonly options?: IdOptions;
    }
  /** `useDatabaseEntry(id, options)`. `show` reads only these members, so that the page shows their values. */
  | {
      readonly ask: 'entry';
      readonly id: string | undefined;
      readonly options?: IdOptions;
      readonly reads?: readonly Member[];
    }
  /** `useDatabases(ids)` */
  | { readonly ask: 'databases'; readonly ids?: readonly string[] | undefined }
  /** `useDatabaseEntries(ids)`. `show` reads only these members of each entry. */
  | { readonly ask: 'entries'; readonly ids: readonly string[]; readonly reads?: readonly Member[] }
  /** `useVectorIndex(id, options)` */
  | { readonly ask: 'index'; readonly id: string | undefined; readonly options?: IdOptions }
  /** `useVectorIndices()` */
  | { readonly ask: 'indices' }
  /** `useLimits(resource, id)` */
  | { readonly ask: 'limits'; readonly resource: ResourceKind; readonly id: string | undefined }
  /** `useFleetSummary()` */
  | { readonly ask: 'summary' }
  /** `usePollingStatus()` */
  | { readonly ask: 'polling' }
  /** `useTransitions({ id, limit })` */
  | { readonly ask: 'transitions'; readonly id?: string | undefined; readonly limit?: number | undefined }
  /** `useView(useFleet().databases.known)` */
  | { readonly ask: 'known' }
  /**
   * `useCreateDatabase(callbacks)`: a button that calls `create(request)` when it is clicked, and shows an object with the
   * members of the creation.
   */
  | { readonly ask: 'creation'; readonly request: CreateDatabaseRequest; readonly callbacks?: CreationOptions }
  /** `useDatabase(id)` in `<HydrateFleet snapshot>`, or after the function that restores the snapshot. */
  | { readonly ask: 'hydrated'; readonly id: string; readonly snapshot: SnapshotOfServer }
  /**
   * `useSuspenseDatabase(id)`, and the other functions that wait. While it waits, the framework shows
   * `<p data-part="{at}">waiting</p>`. The component throws the error of a resource.
   */
  | {
      readonly ask: 'awaited';
      readonly of: 'database' | 'databases' | 'index' | 'indices';
      readonly ids: readonly string[];
      readonly throwOnError?: boolean;
    };

export type PartFor<Ask extends Part['ask']> = Extract<Part, { ask: Ask }>;
/** The parts that are each one call of a hook. The others have a component of their own. */
export type Asking = Exclude<Part, PartFor<'creation' | 'hydrated' | 'awaited'>>;

/** The properties of the component of a part. */
export interface PartProps<P extends Part = Part> {
  readonly at: number;
  readonly part: P;
  readonly show: Show;
}
