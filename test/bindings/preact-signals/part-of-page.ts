import type { ReadonlySignal } from '@preact/signals';
import { createElement, type JSX } from 'preact';
import {
  useCreateDatabase,
  useDatabase,
  useDatabaseEntry,
  useDatabases,
  useFleet,
  useFleetSummary,
  useLimits,
  usePollingStatus,
  useTransitions,
  useVectorIndex,
  useVectorIndices,
  useView,
} from '../../../src/bindings/preact-signals/index.js';
import type { Part, Show } from '../../contract/bindings/binding-under-test.js';

interface PartProps {
  readonly at: number;
  readonly part: Part;
  readonly show: Show;
}

export function PartOfPage({ at, part, show }: PartProps): JSX.Element {
  if (part.ask === 'creation') return createElement(Creation, { at, request: part.request, show });
  return createElement(Answer, { at, part, show });
}

type Creating = Extract<Part, { ask: 'creation' }>;

function Answer({ at, part, show }: PartProps & { readonly part: Exclude<Part, Creating> }): JSX.Element {
  return createElement('p', { 'data-part': at }, show(at, useAnswer(part).value));
}

function Creation({ at, request, show }: Omit<PartProps, 'part'> & Omit<Creating, 'ask'>): JSX.Element {
  const creation = useCreateDatabase();
  return createElement(
    'button',
    { 'data-part': at, onClick: () => void creation.create(request) },
    show(at, creation.state.value),
  );
}

/** The kind of a part never changes, so each render calls the same hooks. */
function useAnswer(part: Exclude<Part, Creating>): ReadonlySignal<unknown> {
  switch (part.ask) {
    case 'database':
      return useDatabase(part.id, part.options);
    case 'selection':
      return useDatabase(
        part.id,
        (record) => part.selector(record),
        part.equals && ((a: unknown, b: unknown) => part.equals?.(a, b) ?? false),
        part.options,
      );
    case 'entry':
      return useDatabaseEntry(part.id, part.options);
    case 'databases':
      return useDatabases();
    case 'index':
      return useVectorIndex(part.id, part.options);
    case 'indices':
      return useVectorIndices();
    case 'limits':
      return useLimits(part.resource, part.id);
    case 'summary':
      return useFleetSummary();
    case 'polling':
      return usePollingStatus();
    case 'transitions':
      return useTransitions(part);
    case 'known':
      return useView(useFleet().databases.known);
  }
}
