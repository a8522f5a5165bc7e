import * as functions from '../../../src/bindings/svelte/index.js';
import type { Part } from '../../contract/bindings/binding-under-test.js';
import { createUseAnswer, giveGetter } from '../use-answer.js';

/** `useTransitions` takes one function. */
const useTransitions = ({ id, limit }: { id: () => string; limit: () => number }): unknown =>
  functions.useTransitions(() => ({ id: id(), limit: limit() }));

const useOther = createUseAnswer({ ...functions, useTransitions } as never, giveGetter) as (
  part: () => Part,
) => functions.Current<unknown>;

export function useAnswer(part: () => Part): functions.Current<unknown> {
  if (part().ask !== 'hydrated') return useOther(part);
  const hydrated = (): Extract<Part, { ask: 'hydrated' }> => part() as Extract<Part, { ask: 'hydrated' }>;
  functions.useHydrateFleet(() => hydrated().snapshot);
  return functions.useDatabase(() => hydrated().id);
}
