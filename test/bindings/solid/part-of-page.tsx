/** @jsxImportSource solid-js */
import { Suspense, type Accessor, type JSX } from 'solid-js';
import * as functions from '../../../src/bindings/solid/index.js';
import type { Asking, Part, Show } from '../../contract/bindings/binding-under-test.js';
import { createUseAnswer, createUseAwaited, giveGetter } from '../use-answer.js';

interface PartProps<P = Part> {
  readonly at: number;
  readonly part: P;
  readonly show: Show;
}

type Creating = Extract<Part, { ask: 'creation' }>;
type Waiting = Extract<Part, { ask: 'awaited' }>;
type Hydrating = Extract<Part, { ask: 'hydrated' }>;

/** The kind of a part never changes. Accessors read its other members, which change. */
export function PartOfPage(props: PartProps): JSX.Element {
  if (props.part.ask === 'awaited') return Awaited(props as PartProps<Waiting>);
  if (props.part.ask === 'hydrated') return Hydrated(props as PartProps<Hydrating>);
  return props.part.ask === 'creation' ? Creation(props as PartProps<Creating>) : Answer(props as PartProps<Asking>);
}

function Answer(props: PartProps<Asking>): JSX.Element {
  const answer = useAnswer(() => props.part);
  return <p data-part={props.at}>{props.show(props.at, answer())}</p>;
}

function Creation(props: PartProps<Creating>): JSX.Element {
  const creation = functions.useCreateDatabase(props.part.callbacks);
  const shown = () => ({ ...creation });
  return (
    <button data-part={props.at} onClick={() => creation.create(props.part.request)}>
      {props.show(props.at, shown())}
    </button>
  );
}

function Hydrated(props: PartProps<Hydrating>): JSX.Element {
  return (
    <functions.HydrateFleet snapshot={props.part.snapshot}>
      <Answer at={props.at} part={{ ...props.part, ask: 'database' }} show={props.show} />
    </functions.HydrateFleet>
  );
}

function Awaited(props: PartProps<Waiting>): JSX.Element {
  const loaded = useAwaited(() => props.part);
  return (
    <Suspense fallback={<p data-part={props.at}>waiting</p>}>
      <p data-part={props.at}>{props.show(props.at, loaded())}</p>
    </Suspense>
  );
}

const useAwaited = createUseAwaited(functions as never, giveGetter) as (part: () => Waiting) => Accessor<unknown>;

const useAnswer = createUseAnswer(functions as never, giveGetter) as (part: () => Part) => Accessor<unknown>;
