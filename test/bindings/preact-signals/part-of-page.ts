import type { ReadonlySignal } from '@preact/signals';
import { createElement, type JSX } from 'preact';
import * as hooks from '../../../src/bindings/preact-signals/index.js';
import type { Asking, Part, PartFor, PartProps } from '../../contract/bindings/binding-under-test.js';
import { createUseAnswer } from '../use-answer.js';

export function PartOfPage({ at, part, show }: PartProps): JSX.Element {
  if (part.ask === 'creation') return createElement(Creation, { at, part, show });
  if (part.ask === 'hydrated') return createElement(Hydrated, { at, part, show });
  if (part.ask === 'awaited') throw new Error('The functions that wait are those for hooks.');
  return createElement(Answer, { at, part, show });
}

const useAnswer = createUseAnswer(hooks as never) as (part: () => Part) => ReadonlySignal<unknown>;

function Answer({ at, part, show }: PartProps<Asking>): JSX.Element {
  return createElement('p', { 'data-part': at }, show(at, useAnswer(() => part).value));
}

function Creation({ at, part, show }: PartProps<PartFor<'creation'>>): JSX.Element {
  const { create, createAsync: _, reset: __, ...members } = hooks.useCreateDatabase(part.callbacks);
  const state = Object.fromEntries(Object.entries(members).map(([name, { value }]) => [name, value]));
  return createElement('button', { 'data-part': at, onClick: () => create(part.request) }, show(at, state));
}

function Hydrated({ at, part, show }: PartProps<PartFor<'hydrated'>>): JSX.Element {
  const children = createElement(Answer, { at, part: { ...part, ask: 'database' }, show });
  return createElement(hooks.HydrateFleet, { snapshot: part.snapshot, children });
}
