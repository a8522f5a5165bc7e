import * as functions from '../../../src/bindings/svelte/index.js';
import type { Part } from '../../contract/bindings/binding-under-test.js';
import { createUseAnswer, giveGetter } from '../use-answer.js';

/** `useTransitions` takes one function. */
const useTransitions = ({ id, limit }: { id: () => string; limit: () => number }): unknown =>
  functions.useTransitions(() => ({ id: id(), limit: limit() }));

export const useAnswer = createUseAnswer({ ...functions, useTransitions } as never, giveGetter) as (
  part: () => Part,
) => functions.Current<unknown>;
