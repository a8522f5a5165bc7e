import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaled } from '../support/scale.js';
import { StoreHarness, type Deed } from './store-harness.js';
import type { Change, ViewKind } from './store-model.js';

const ids = fc.constantFrom('a', 'b', 'c');
const views = fc.constantFrom<ViewKind>('entry', 'record', 'text', 'place', 'length', 'shape', 'all', 'ids', 'derived');
const age = fc.constantFrom(0, 0, 0, 1, 3);
const notes = fc.record({
  text: fc.constantFrom('one', 'two'),
  tags: fc.constantFrom([], ['x'], ['x', 'y'], ['y']),
  place: fc.constantFrom(null, { region: 'us', zone: 1 }, { region: 'us', zone: 2 }),
});
const changes: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('confirm'), id: ids, age, note: notes }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('fail', 'missing', 'remove'), id: ids, age }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('request', 'abandon', 'join', 'join', 'leave', 'forget'), id: ids }),
  },
);
const deeds: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('nothing', 'throw') }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('change'), change: changes }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('subscribe'), view: views, id: ids }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('unsubscribe'), which: fc.nat({ max: 9 }) }) },
  { weight: 1, arbitrary: fc.constant<Deed>({ kind: 'dispose' }) },
);

type Command = fc.Command<object, StoreHarness>;

function command(text: string, act: (real: StoreHarness) => void): Command {
  return {
    check: () => true,
    run(_, real) {
      act(real);
      real.checkAll();
    },
    toString: () => text,
  };
}

const commands: fc.Arbitrary<Command>[] = [
  changes.map((change) => command(`change ${fc.stringify(change)}`, (real) => real.change([change]))),
  fc
    .array(changes, { minLength: 2, maxLength: 5 })
    .map((batch) => command(`changes ${fc.stringify(batch)}`, (real) => real.change(batch))),
  fc
    .tuple(views, ids, fc.integer({ min: 1, max: 3 }), deeds)
    .map(([view, id, at, deed]) =>
      command(`subscribe ${view} ${id}, and at ${at} ${fc.stringify(deed)}`, (real) =>
        real.subscribe(view, id, at, deed),
      ),
    ),
  fc.nat({ max: 9 }).map((which) => command(`unsubscribe ${which}`, (real) => real.unsubscribe(which))),
];
const disposal = fc.constant(command('dispose', (real) => real.dispose()));

test('the store behaves like maps and lists, and emits each change once, whatever subscribers do', () => {
  // Likely commands are listed more than once, and disposal only once: little happens after it.
  const likely = Array.from({ length: 5 }, () => commands).flat();
  expect(() =>
    fc.assert(
      fc.property(fc.commands([...likely, disposal], { maxCommands: 24, size: 'max' }), (run) =>
        fc.modelRun(() => ({ model: {}, real: new StoreHarness() }), run),
      ),
      { numRuns: scaled({ short: 500, long: 10_000 }) },
    ),
  ).not.toThrow();
});
