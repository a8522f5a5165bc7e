import type { createElement, ReactElement, Suspense } from 'react';
import type * as react from '../../src/bindings/react/index.js';
import type { Asking, PartFor, PartProps } from '../contract/bindings/binding-under-test.js';
import { createUseAnswer, createUseAwaited } from './use-answer.js';

export interface HookLibrary {
  readonly createElement: typeof createElement;
  readonly Suspense: typeof Suspense;
}

/** Returns the component of a part for React. Preact has functions of the same names. */
export function createPartOfPage(library: HookLibrary, hooks: typeof react): (props: PartProps) => ReactElement {
  const create = library.createElement;
  const useAnswer = createUseAnswer(hooks);
  const useAwaited = createUseAwaited(hooks);

  function Answer({ at, part, show }: PartProps<Asking>): ReactElement {
    const answer = useAnswer(() => part);
    return create('p', { 'data-part': at }, show(at, answer));
  }

  function Creation({ at, part, show }: PartProps<PartFor<'creation'>>): ReactElement {
    const creation = hooks.useCreateDatabase(part.callbacks);
    return create('button', { 'data-part': at, onClick: () => creation.create(part.request) }, show(at, creation));
  }

  function Hydrated({ at, part, show }: PartProps<PartFor<'hydrated'>>): ReactElement {
    const children = create(Answer, { at, part: { ...part, ask: 'database' }, show });
    return create(hooks.HydrateFleet, { snapshot: part.snapshot, children });
  }

  function Awaited(props: PartProps<PartFor<'awaited'>>): ReactElement {
    const fallback = create('p', { 'data-part': props.at }, 'waiting');
    return create(library.Suspense, { fallback, children: create(Loaded, props) });
  }

  function Loaded({ at, part, show }: PartProps<PartFor<'awaited'>>): ReactElement {
    const value = useAwaited(() => part);
    return create('p', { 'data-part': at }, show(at, value));
  }

  return ({ at, part, show }) => {
    if (part.ask === 'creation') return create(Creation, { at, part, show });
    if (part.ask === 'hydrated') return create(Hydrated, { at, part, show });
    if (part.ask === 'awaited') return create(Awaited, { at, part, show });
    return create(Answer, { at, part, show });
  };
}
