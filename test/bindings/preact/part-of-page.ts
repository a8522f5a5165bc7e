import { createElement, type JSX } from 'preact';
import { Suspense } from 'preact/compat';
import * as hooks from '../../../src/bindings/preact/index.js';
import type { Asking, Part, Show } from '../../contract/bindings/binding-under-test.js';
import { createUseAnswer, createUseAwaited } from '../use-answer.js';

interface PartProps {
  readonly at: number;
  readonly part: Part;
  readonly show: Show;
}

export function PartOfPage({ at, part, show }: PartProps): JSX.Element {
  if (part.ask === 'creation') return createElement(Creation, { at, part, show });
  if (part.ask === 'hydrated') return createElement(Hydrated, { at, part, show });
  if (part.ask === 'awaited') return createElement(Awaited, { at, part, show });
  return createElement(Answer, { at, part, show });
}

const useAnswer = createUseAnswer(hooks);

type Creating = Extract<Part, { ask: 'creation' }>;

function Answer({ at, part, show }: PartProps & { readonly part: Asking }): JSX.Element {
  return createElement('p', { 'data-part': at }, show(at, useAnswer(part)));
}

function Creation({ at, part, show }: PartProps & { readonly part: Creating }): JSX.Element {
  const creation = hooks.useCreateDatabase(part.callbacks);
  return createElement('button', { 'data-part': at, onClick: () => creation.create(part.request) }, show(at, creation));
}

function Hydrated({ at, part, show }: PartProps & { readonly part: Extract<Part, { ask: 'hydrated' }> }): JSX.Element {
  const children = createElement(Answer, { at, part: { ...part, ask: 'database' }, show });
  return createElement(hooks.HydrateFleet, { snapshot: part.snapshot, children });
}

type Waiting = Extract<Part, { ask: 'awaited' }>;

const useAwaited = createUseAwaited(hooks);

function Awaited(props: PartProps & { readonly part: Waiting }): JSX.Element {
  const fallback = createElement('p', { 'data-part': props.at }, 'waiting');
  return createElement(Suspense, { fallback, children: createElement(Loaded, props) });
}

function Loaded({ at, part, show }: PartProps & { readonly part: Waiting }): JSX.Element {
  return createElement('p', { 'data-part': at }, show(at, useAwaited(part)));
}
