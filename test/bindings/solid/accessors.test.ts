import { createComponent, createEffect, createRoot, createSignal, type Accessor } from 'solid-js';
import { expect, onTestFinished, test } from 'vitest';
import { FleetProvider, useDatabase, useVectorIndex, useView } from '../../../src/bindings/solid/index.js';
import type { Fleet } from '../../../src/index.js';
import { createFleetUnderTest } from '../../core/fleet/fleet-under-test.js';

/** Runs a component without a page. */
function run<T>(fleet: Fleet, component: () => T): T {
  return createRoot((dispose) => {
    onTestFinished(dispose);
    let result: { readonly of: T } | undefined;
    const children = () => void (result = { of: component() });
    createComponent(FleetProvider, {
      fleet,
      get children() {
        return children();
      },
    });
    if (result === undefined) throw new Error('The component did not run.');
    return result.of;
  });
}

/** The values that an effect read, oldest first. */
function seenBy<T>(read: () => T): readonly T[] {
  const seen: T[] = [];
  createEffect(() => void seen.push(read()));
  return seen;
}

test('an effect that reads several accessors never mixes two commits', async () => {
  const { fleet, service } = createFleetUnderTest();
  const list = (name: string) => ({ json: ['a', 'b'].map((id) => ({ id, name })) });
  service.respond(() => list('old'));
  await fleet.indices.refresh();
  const seen = run(fleet, () => {
    const nameOf = (id: string): Accessor<unknown> => useVectorIndex(id, { select: (index) => index?.name });
    const names = [nameOf('a'), nameOf('b'), useVectorIndex('a', { select: (index) => [index?.name] })];
    const index = useVectorIndex('b');
    return seenBy(() => [...names.map((name) => String(name())), index()?.name].join(' '));
  });
  service.respond(() => list('new'));
  await fleet.indices.refresh();
  expect([...new Set(seen)]).toEqual(['old old old old', 'new new new new']);
});

test('a selection that is read before its notification keeps its reference', async () => {
  const { fleet, answerWith } = createFleetUnderTest();
  await fleet.databases.refresh('a');
  const ahead: unknown[] = [];
  // This listener is notified before the component.
  fleet.databases.record('a').subscribe(() => ahead.push(read?.()));
  let read: Accessor<unknown> | undefined;
  const seen = run(fleet, () => {
    const selection = useDatabase('a', { select: (record) => [record?.database_name] });
    read = selection;
    return seenBy(selection);
  });
  await answerWith('a', { database_name: 'new' });
  expect(seen).toEqual([[undefined], ['new']]);
  expect(ahead.at(-1)).toEqual(['new']);
  expect(read?.()).toEqual(['new']);
});

test('signals that other listeners of a subscription read are not tracked', () => {
  const { fleet } = createFleetUnderTest();
  const [other, setOther] = createSignal(0);
  fleet.databases.known.subscribe(() => other());
  let subscriptions = 0;
  const record = fleet.databases.record('a');
  const counting = {
    get value() {
      return record.value;
    },
    subscribe(next: (value: unknown) => void) {
      subscriptions += 1;
      return record.subscribe(next);
    },
  };
  run(fleet, () => useView(counting));
  expect(fleet.databases.known.value).toEqual(['a']);
  setOther(1);
  expect(subscriptions).toBe(1);
});
