import { signal, useComputed, useSignalEffect, type ReadonlySignal } from '@preact/signals';
import { act, cleanup, render } from '@testing-library/preact';
import { createElement, type FunctionComponent, type JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { expect, onTestFinished, test } from 'vitest';
import { useDatabase as useRecord } from '../../../src/bindings/preact/index.js';
import {
  FleetProvider,
  useDatabase,
  useDatabases,
  useFleet,
  useTransitions,
} from '../../../src/bindings/preact-signals/index.js';
import { type Database, upsertDatabase } from '../../../src/index.js';
import { createFleetUnderTest, quick } from '../../core/fleet/fleet-under-test.js';
import { databaseOf } from '../../core/fleet/scripted-service.js';

async function setUp<Props extends object>(component: FunctionComponent<Props>, props: Props) {
  const underTest = createFleetUnderTest({ polling: quick });
  await underTest.fleet.databases.refresh('a');
  await underTest.fleet.databases.refresh('b');
  const page = (now: Props): JSX.Element =>
    createElement(FleetProvider, { fleet: underTest.fleet }, createElement<Props>(component, now));
  const { container, rerender } = render(page(props));
  onTestFinished(() => cleanup());
  return {
    ...underTest,
    text: () => container.textContent,
    update: (now: Props) => rerender(page(now)),
    change: (id: string, state: string) => act(async () => void (await underTest.answerWith(id, { state }))),
  };
}

test('a signal in the page changes its text, and renders no component', async () => {
  let renders = 0;
  const { text, change } = await setUp(() => {
    renders += 1;
    return createElement('p', {}, useDatabase('a', { select: (record) => record?.state }));
  }, {});
  expect(text()).toBe('active');
  await change('a', 'suspended');
  expect(text()).toBe('suspended');
  expect(renders).toBe(1);
});

test('an id may be a signal', async () => {
  const id = signal<string | undefined>('a');
  const { text, change, fleet } = await setUp(() => {
    const record = useDatabase(id);
    const transitions = useTransitions({ id });
    return createElement('p', {}, `${record.value?.database_id}, ${transitions.value.length}`);
  }, {});
  await change('b', 'suspended');
  expect(text()).toBe('a, 0');
  await act(() => void (id.value = 'b'));
  expect(text()).toBe('b, 1');
  expect(fleet.databases.known.value).toEqual(['b']);
  await act(() => void (id.value = undefined));
  expect(text()).toBe('undefined, 1');
  expect(fleet.databases.known.value).toEqual([]);
});

test('the signal keeps its identity when the id changes, and computed signals follow', async () => {
  const signals = new Set<ReadonlySignal<unknown>>();
  const states: (string | undefined)[] = [];
  const { text, update, change } = await setUp(
    ({ id }: { readonly id: string }) => {
      const record = useDatabase(id);
      signals.add(record);
      useSignalEffect(() => void states.push(record.value?.state));
      const shown = useComputed(() => `${record.value?.database_id} is ${record.value?.state}`);
      return createElement('p', {}, shown);
    },
    { id: 'a' },
  );
  await change('b', 'suspended');
  expect(text()).toBe('a is active');
  await act(() => update({ id: 'b' }));
  expect(text()).toBe('b is suspended');
  await change('b', 'passive');
  expect(text()).toBe('b is passive');
  expect(states).toEqual(['active', 'suspended', 'passive']);
  expect(signals.size).toBe(1);
});

test('a list shows a change that came between its first render and its subscription', async () => {
  const ids = ['a', 'b'];
  const suspended = databaseOf('b', { state: 'suspended' }) as Database;
  const { text } = await setUp(() => {
    const [fleet, records] = [useFleet(), useDatabases(ids)];
    useLayoutEffect(() => upsertDatabase(fleet, suspended), [fleet]);
    const states = useComputed(() => records.value.map((record) => record?.state).join());
    return createElement('p', {}, states);
  }, {});
  expect(text()).toBe('active,suspended');
});

test('one provider serves hooks and signals', async () => {
  const { text } = await setUp(() => createElement('p', {}, `${useRecord('a') === useDatabase('a').value}`), {});
  expect(text()).toBe('true');
});

test('an effect that reads two signals runs once for a commit that changes both', async () => {
  const states: string[] = [];
  const { change } = await setUp(() => {
    const one = useDatabase('a', { select: (record) => record?.state });
    const same = useDatabase('a', { select: (record) => `still ${record?.state}` });
    useSignalEffect(() => void states.push(`${one.value}, ${same.value}`));
    return null;
  }, {});
  await change('a', 'suspended');
  expect(states).toEqual(['active, still active', 'suspended, still suspended']);
});
