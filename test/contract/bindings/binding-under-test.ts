import type { CreateDatabaseRequest, Database, Fleet, ResourceKind } from '../../../src/index.js';

/**
 * A binding, as the suite sees it: something that puts parts on a page, each by the binding's own answer to one
 * question. test/bindings/framework-plugins.ts describes how to add a framework.
 */
export interface BindingUnderTest {
  readonly name: string;
  /** How often a component is rendered for one change. @default 1 */
  readonly rendersPerChange?: number;
  /** Whether another fleet can be provided; elsewhere components read once what is provided. @default false */
  readonly followsFleet?: boolean;
  /**
   * Puts a scene into a new element of the document's body, by the framework's own test renderer. Resolves when it was
   * rendered, and its effects have run; rejects with what a component throws.
   */
  mount(scene: Scene): Promise<Mounted>;
}

/** The content of the page. */
export interface Scene {
  /** To be provided in the framework's way; with `undefined`, nothing is provided. */
  readonly fleet: Fleet | undefined;
  /**
   * Components, one below the other, each of them the same one as long as it has its place: a shorter list unmounts
   * the last ones, another id in a part is another prop of its component.
   */
  readonly parts: readonly Part[];
  readonly show: Show;
}

export interface Mounted {
  readonly container: HTMLElement;
  /** Rerenders with other parts. Resolves when that was rendered; rejects with what a component throws. */
  update(parts: readonly Part[]): Promise<void>;
  /** Provides another fleet. Where `followsFleet` is said, it is there. */
  provide?(fleet: Fleet): Promise<void>;
  /** Resolves when all that changed so far was rendered; rejects with what a component throws. */
  rendered(): Promise<void>;
  /** Takes it off the page; resolves when all that takes has run. */
  unmount(): Promise<void>;
}

/**
 * Makes the text that a component shows of what it was answered. To be called where the component uses the value, and
 * nowhere else: each call counts as a render of the part at that place, counted from 0. A component is no more than
 *
 * ```html
 * <p data-part="{at}">{show(at, useDatabase(id))}</p>
 * ```
 *
 * Where a framework evaluates its templates more often than it renders, put the call into a computed value.
 */
export type Show = (at: number, value: unknown) => string;

/** The queries of a component. */
export type Part =
  /** `useDatabase(id)` */
  | { readonly ask: 'database'; readonly id: string | undefined }
  /**
   * `useDatabase(id, selector, equals)`; both are to be wrapped in functions that are new at each render, where there
   * are renders: `(record) => part.selector(record)`.
   */
  | {
      readonly ask: 'selection';
      readonly id: string | undefined;
      readonly selector: (record: Database | undefined) => unknown;
      readonly equals?: (a: unknown, b: unknown) => boolean;
    }
  /** `useDatabaseEntry(id)` */
  | { readonly ask: 'entry'; readonly id: string | undefined }
  /** `useDatabases()` */
  | { readonly ask: 'databases' }
  /** `useVectorIndex(id)` */
  | { readonly ask: 'index'; readonly id: string | undefined }
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
   * `useCreateDatabase()`: a button that creates with `request` when it is clicked, and shows an object with the
   * `status` of the creation, its `database` and its `error` where it has them.
   */
  | { readonly ask: 'creation'; readonly request: CreateDatabaseRequest };
