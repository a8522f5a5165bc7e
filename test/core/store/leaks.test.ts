import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { derive } from '../../../src/core/store/derive.js';
import type { View } from '../../../src/core/store/view.js';
import { scaled } from '../../support/scale.js';
import { createNotes } from './create-notes.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const ROUNDS = scaled({ short: 300_000, long: 1_000_000 });

/** The growth of the heap in bytes, after the first tenth of the rounds. */
function growthOf(round: (at: number) => void): number {
  for (let at = 0; at < ROUNDS / 10; at++) round(at);
  const before = heapUsed();
  for (let at = ROUNDS / 10; at < ROUNDS; at++) round(at);
  return heapUsed() - before;
}

function heapUsed(): number {
  for (let time = 0; time < 3; time++) collect();
  return process.memoryUsage().heapUsed;
}

/** Creating many strings takes a while on a busy machine. */
const SLOW_MS = 60_000;

/** The heap limit of one byte per round: released objects cost less, and any kept object costs more. */
const LITTLE = ROUNDS;

describe(`${ROUNDS.toLocaleString('en')} subscriptions that end leave the heap where it was`, () => {
  const { store, commits } = createNotes();
  const nothing = (): void => {};
  const views: readonly [string, (id: string) => View<unknown>][] = [
    ['records', (id) => store.record(id)],
    ['entries', (id) => store.entry(id)],
    ['fields', (id) => store.field(id, 'text')],
    ['selections', (id) => store.select(id, (record) => record?.tags.length)],
    ['derived views', (id) => derive(commits, [store.record(id), store.ids], () => id)],
    ['all', () => store.all],
  ];

  test.each(views)('to %s of few ids', (_, viewOf) => {
    expect(
      growthOf((at) =>
        viewOf(`id-${at % 10}`)
          .subscribe(nothing)
          .unsubscribe(),
      ),
    ).toBeLessThan(LITTLE);
  });

  test.each(views.slice(0, -1))(
    'to %s of a new id each time',
    (name, viewOf) => {
      expect(growthOf((at) => viewOf(`${name}-${at}`).subscribe(nothing).unsubscribe())).toBeLessThan(LITTLE);
    },
    SLOW_MS,
  );

  test('with one always active, and a reference to the first', () => {
    const view = store.record('a');
    const first = view.subscribe(nothing);
    let last = view.subscribe(nothing);
    first.unsubscribe();
    const growth = growthOf(() => {
      const next = view.subscribe(nothing);
      last.unsubscribe();
      last = next;
    });
    expect(growth).toBeLessThan(LITTLE);
    expect(first.closed).toBe(true);
  });

  test('if they are added to a long-lived subscription, as operators and components do', () => {
    const parent = store.record('a').subscribe(nothing);
    const growth = growthOf(() => {
      const child = store.record('a').subscribe(nothing);
      parent.add(child);
      child.unsubscribe();
    });
    expect(growth).toBeLessThan(LITTLE);
  });
});
