import type { SnapshotOfServer } from '../../src/bindings/hydrate-fleet.js';
import type * as react from '../../src/bindings/react/index.js';
import type { Asking, Part, PartFor } from '../contract/bindings/binding-under-test.js';

type Waiting = Pick<
  typeof react,
  'useSuspenseDatabase' | 'useSuspenseDatabases' | 'useSuspenseVectorIndex' | 'useSuspenseVectorIndices'
>;

/** The hooks for React. The functions of other frameworks have the same names, and take arguments in their own way. */
type Hooks = Omit<typeof react, 'FleetProvider' | 'HydrateFleet' | 'useCreateDatabase' | keyof Waiting> & {
  /** Absent where a component restores the snapshot. */
  readonly useHydrateFleet?: (snapshot: SnapshotOfServer) => void;
};

/** How a framework takes an argument that changes: a value for hooks, otherwise a function. */
type Give = <T>(read: () => T) => T;

const giveValue: Give = (read) => read();

/** Returns a function with the value for which a part waits. */
export function createUseAwaited(hooks: Waiting, give = giveValue): (part: () => PartFor<'awaited'>) => unknown {
  return (part) => {
    const { of, throwOnError } = part();
    const id = give(() => part().ids[0] ?? '');
    switch (of) {
      case 'database':
        return hooks.useSuspenseDatabase(id);
      case 'databases':
        return hooks.useSuspenseDatabases(
          // A new list at each render, as a component writes it.
          give(() => [...part().ids]),
          { throwOnError },
        );
      case 'index':
        return hooks.useSuspenseVectorIndex(id);
      case 'indices':
        return hooks.useSuspenseVectorIndices();
    }
  };
}

/** Returns a function with the answer to a part. The kind of a part never changes, its id and its other members do. */
export function createUseAnswer(hooks: Hooks, give = giveValue): (part: () => Part) => unknown {
  return (part) => {
    const first = part() as Asking | PartFor<'hydrated'>;
    const id = give(() => (part() as PartFor<'database'>).id);
    switch (first.ask) {
      case 'database':
        return hooks.useDatabase(id, first.options);
      case 'hydrated':
        hooks.useHydrateFleet?.(give(() => (part() as PartFor<'hydrated'>).snapshot));
        return hooks.useDatabase(id);
      case 'selection':
        return hooks.useDatabase(id, {
          ...first.options,
          select: (record) => (part() as PartFor<'selection'>).selector(record),
          equals: first.equals && ((a: unknown, b: unknown) => first.equals?.(a, b) ?? false),
        });
      case 'entry':
        return hooks.useDatabaseEntry(id, first.options);
      case 'databases':
        return hooks.useDatabases(give(() => (part() as PartFor<'databases'>).ids));
      case 'entries':
        return hooks.useDatabaseEntries(give(() => (part() as PartFor<'entries'>).ids));
      case 'index':
        return hooks.useVectorIndex(id, first.options);
      case 'indices':
        return hooks.useVectorIndices();
      case 'limits':
        return hooks.useLimits(
          give(() => (part() as PartFor<'limits'>).resource),
          id,
        );
      case 'summary':
        return hooks.useFleetSummary();
      case 'polling':
        return hooks.usePollingStatus();
      case 'transitions':
        return hooks.useTransitions({ id, limit: give(() => (part() as PartFor<'transitions'>).limit) });
      case 'known':
        return hooks.useView(hooks.useFleet().databases.known);
    }
  };
}

/** For frameworks whose functions take getters. */
export const giveGetter: Give = <T>(read: () => T) => read as T;
