import type * as react from '../../src/bindings/react/index.js';
import type { Asking, Part } from '../contract/bindings/binding-under-test.js';

type Waiting = Pick<
  typeof react,
  'useSuspenseDatabase' | 'useSuspenseDatabases' | 'useSuspenseVectorIndex' | 'useSuspenseVectorIndices'
>;

/** Returns a hook with the value for which a part waits. */
export function createUseAwaited(hooks: Waiting): (part: Extract<Part, { ask: 'awaited' }>) => unknown {
  return ({ of, ids, throwOnError }) => {
    const [id = ''] = ids;
    switch (of) {
      case 'database':
        return hooks.useSuspenseDatabase(id);
      case 'databases':
        return hooks.useSuspenseDatabases(ids, { throwOnError });
      case 'index':
        return hooks.useSuspenseVectorIndex(id);
      case 'indices':
        return hooks.useSuspenseVectorIndices();
    }
  };
}

/** The hooks for React. Those for Preact have the same names and arguments. */
type Hooks = Omit<typeof react, 'FleetProvider' | 'HydrateFleet' | 'useCreateDatabase' | keyof Waiting>;

/** Returns a hook with the answer to a part. The kind of a part never changes, so each render calls the same hooks. */
export function createUseAnswer(hooks: Hooks): (part: Asking) => unknown {
  return (part) => {
    switch (part.ask) {
      case 'database':
        return hooks.useDatabase(part.id, part.options);
      case 'selection':
        return hooks.useDatabase(part.id, {
          ...part.options,
          select: (record) => part.selector(record),
          equals: part.equals && ((a: unknown, b: unknown) => part.equals?.(a, b) ?? false),
        });
      case 'entry':
        return hooks.useDatabaseEntry(part.id, part.options);
      case 'databases':
        return hooks.useDatabases(part.ids);
      case 'entries':
        return hooks.useDatabaseEntries(part.ids);
      case 'index':
        return hooks.useVectorIndex(part.id, part.options);
      case 'indices':
        return hooks.useVectorIndices();
      case 'limits':
        return hooks.useLimits(part.resource, part.id);
      case 'summary':
        return hooks.useFleetSummary();
      case 'polling':
        return hooks.usePollingStatus();
      case 'transitions':
        return hooks.useTransitions(part);
      case 'known':
        return hooks.useView(hooks.useFleet().databases.known);
    }
  };
}
