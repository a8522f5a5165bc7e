/** @jsxImportSource solid-js */
import { Suspense, type Accessor, type JSX } from 'solid-js';
import * as functions from '../../../src/bindings/solid/index.js';
import type { Asking, Part, PartFor, PartProps } from '../../contract/bindings/binding-under-test.js';
import { createUseAnswer, createUseAwaited, giveGetter } from '../use-answer.js';

/** The kind of a part never changes. Accessors read its other members, which change. */
export function PartOfPage(props: PartProps): JSX.Element {
  if (props.part.ask === 'awaited') return Awaited(props as PartProps<PartFor<'awaited'>>);
  if (props.part.ask === 'hydrated') return Hydrated(props as PartProps<PartFor<'hydrated'>>);
  if (props.part.ask === 'creation') return Creation(props as PartProps<PartFor<'creation'>>);
  return Answer(props as PartProps<Asking>);
}

function Answer(props: PartProps<Asking>): JSX.Element {
  const answer = useAnswer(() => props.part);
  return <p data-part={props.at}>{props.show(props.at, answer())}</p>;
}

function Creation(props: PartProps<PartFor<'creation'>>): JSX.Element {
  const creation = functions.useCreateDatabase(props.part.callbacks);
  const shown = () => ({ ...creation });
  return (
    <button data-part={props.at} onClick={() => creation.create(props.part.request)}>
      {props.show(props.at, shown())}
    </button>
  );
}

function Hydrated(props: PartProps<PartFor<'hydrated'>>): JSX.Element {
  return (
    <functions.HydrateFleet snapshot={props.part.snapshot}>
      <Answer at={props.at} part={{ ...props.part, ask: 'database' }} show={props.show} />
    </functions.HydrateFleet>
  );
}

function Awaited(props: PartProps<PartFor<'awaited'>>): JSX.Element {
  const loaded = useAwaited(() => props.part);
  return (
    <Suspense fallback={<p data-part={props.at}>waiting</p>}>
      <p data-part={props.at}>{props.show(props.at, loaded())}</p>
    </Suspense>
  );
}

const useAwaited = createUseAwaited(functions as never, giveGetter) as (
  part: () => PartFor<'awaited'>,
) => Accessor<unknown>;

const useAnswer = createUseAnswer(functions as never, giveGetter) as (part: () => Part) => Accessor<unknown>;
