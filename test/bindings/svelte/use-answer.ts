import {
  useDatabase,
  useDatabaseEntry,
  useDatabaseEntries,
  useDatabases,
  useFleet,
  useFleetSummary,
  useHydrateFleet,
  useLimits,
  usePollingStatus,
  useTransitions,
  useVectorIndex,
  useVectorIndices,
  useView,
  type Current,
} from '../../../src/bindings/svelte/index.js';
import type { Part } from '../../contract/bindings/binding-under-test.js';

type PartOf<Ask extends Part['ask']> = Extract<Part, { ask: Ask }>;

/** The kind of a part never changes. Its id and its other members do. */
export function useAnswer(part: () => Part): Current<unknown> {
  const first = part();
  const id = (): string | undefined => (part() as PartOf<'database'>).id;
  switch (first.ask) {
    case 'database':
      return useDatabase(id, first.options);
    case 'hydrated':
      useHydrateFleet(() => (part() as PartOf<'hydrated'>).snapshot);
      return useDatabase(id);
    case 'selection':
      return useDatabase(id, {
        ...first.options,
        select: (record) => (part() as PartOf<'selection'>).selector(record),
        equals: first.equals,
      });
    case 'entry':
      return useDatabaseEntry(id, first.options);
    case 'databases':
      return useDatabases(() => (part() as PartOf<'databases'>).ids);
    case 'entries':
      return useDatabaseEntries(() => (part() as PartOf<'entries'>).ids);
    case 'index':
      return useVectorIndex(id, first.options);
    case 'indices':
      return useVectorIndices();
    case 'limits':
      return useLimits(() => (part() as PartOf<'limits'>).resource, id);
    case 'summary':
      return useFleetSummary();
    case 'polling':
      return usePollingStatus();
    case 'transitions':
      return useTransitions(() => part() as PartOf<'transitions'>);
    case 'known':
      return useView(useFleet().databases.known);
    case 'creation':
    case 'awaited':
      throw new Error('This part has a component of its own.');
  }
}
