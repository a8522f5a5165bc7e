import { act, cleanup, render } from '@testing-library/react';
import { createElement, startTransition, Suspense, useState, type ReactElement } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  FleetProvider,
  useDatabaseEntry,
  useSuspenseDatabase,
  useSuspenseDatabases,
} from '../../../src/bindings/react/index.js';
import { countSubscriptions } from '../../contract/bindings/count-subscriptions.js';
import { createFleetUnderTest, type FleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import { usualAnswer } from '../../core/fleet/scripted-service.js';

function Name({ id }: { readonly id: string }): ReactElement {
  const { database_id, state } = useSuspenseDatabase(id);
  return createElement('b', {}, `[${database_id} ${state}]`);
}

let changeId: (id: string) => void = () => {};

/** Two components that wait for the same database, at first for `a`. */
function Names(): ReactElement {
  const [id, setId] = useState('a');
  changeId = setId;
  const names = [createElement(Name, { key: 0, id }), createElement(Name, { key: 1, id })];
  return createElement(Suspense, { fallback: 'waiting' }, names);
}

async function show({ fleet, advance }: FleetUnderTest, beside?: ReactElement) {
  onTestFinished(() => cleanup());
  const names = createElement(FleetProvider, { fleet }, beside, createElement(Names));
  const container = document.body.appendChild(document.createElement('div'));
  // A component that suspends in its first render continues only in an awaited act.
  await act(async () => void render(names, { container }));
  return {
    /** The visible text: React hides suspended content. */
    text: () => [...container.childNodes].map((node) => (isHidden(node) ? '' : node.textContent)).join(''),
    pass: async (ms = 0) => act(async () => advance(ms)),
  };
}

function isHidden(node: Node): boolean {
  return node instanceof HTMLElement && node.style.display === 'none';
}

test('keeps the page during a transition to another id', async () => {
  const underTest = createFleetUnderTest();
  await underTest.fleet.databases.refresh('a');
  const { text, pass } = await show(underTest);
  underTest.service.respond(usualAnswer, 1_000);
  await act(async () => startTransition(() => changeId('b')));
  await pass(500);
  expect(text()).toBe('[a active][a active]');
  await pass(500);
  await expect.poll(text).toBe('[b active][b active]');
});

test('components that show `fetching` do not render during the request', async () => {
  const complaint = vi.spyOn(console, 'error');
  onTestFinished(() => complaint.mockRestore());
  const underTest = createFleetUnderTest();
  const Status = (): ReactElement => createElement('i', {}, useDatabaseEntry('b').status);
  underTest.fleet.polling.pause();
  await underTest.fleet.databases.refresh('a');
  const { text, pass } = await show(underTest, createElement(Status));
  expect(text()).toBe('unknown[a active][a active]');
  await act(async () => changeId('b'));
  await pass();
  await expect.poll(text).toBe('fresh[b active][b active]');
  expect(complaint).not.toHaveBeenCalled();
});

test('a component that writes its list of ids inline subscribes once', async () => {
  const underTest = createFleetUnderTest();
  const { databases } = underTest.fleet;
  const record = await databases.refresh('a');
  let render = (_: number): void => {};
  const List = (): ReactElement => {
    const [turn, setTurn] = useState(0);
    render = setTurn;
    const list = useSuspenseDatabases(['a']);
    expect(list).toEqual([record]);
    return createElement('i', {}, turn);
  };
  const { text } = await show(underTest, createElement(List));
  const count = countSubscriptions([databases.entry('a'), databases.record('a')]);
  await act(async () => render(1));
  expect(text()).toBe('1[a active][a active]');
  expect(count().made).toBe(0);
});
