import { act, cleanup, fireEvent, render } from '@testing-library/react';
import {
  createElement,
  memo,
  startTransition,
  StrictMode,
  Suspense,
  useState,
  version,
  type ReactElement,
} from 'react';
import { version as versionOfDom } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import {
  FleetProvider,
  useDatabaseEntry,
  useLimits,
  useSuspenseDatabase,
  type DatabaseEntry,
} from '../../../src/bindings/react/index.js';
import { reportUsage, upsertDatabase, type Database, type Fleet } from '../../../src/index.js';
import type { Part } from '../../contract/bindings/binding-under-test.js';
import { createFleetUnderTest, type FleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import { databaseOf, usualAnswer } from '../../core/fleet/scripted-service.js';
import { pageOf } from './react-binding.js';

test('the React under test has the version of the project', () => {
  const expected = inject('react') ?? '19';
  expect([version, versionOfDom].map((each) => each.split('.')[0])).toEqual([expected, expected]);
});

const ROWS = 10;

/** Longer than the time after which a concurrent render of React yields to other tasks. */
const SLICE_MS = 8;

function rowsOf(fleet: Fleet, row: () => ReactElement, rows = ROWS): ReactElement {
  const children = Array.from({ length: rows }, (_, key) => createElement(row, { key }));
  return createElement(FleetProvider, { fleet }, children);
}

/** A root, the number of its rows and their different texts after each change. */
function createWatchedRoot() {
  const container = document.createElement('div');
  const seen: string[] = [];
  const observer = new MutationObserver(() => {
    const texts = [...container.querySelectorAll('p')].map(({ textContent }) => textContent);
    seen.push(`${texts.length} ${[...new Set(texts)].join(' and ')}`);
  });
  observer.observe(container, { childList: true, characterData: true, subtree: true });
  const root = createRoot(container);
  onTestFinished(() => {
    root.unmount();
    observer.disconnect();
  });
  return { root, seen };
}

test('a commit during a transition appears in the whole page or not at all', async () => {
  const { fleet, answerWith } = createFleetUnderTest();
  await answerWith('a', { db_max_clients: 1_000 });
  let rendered = 0;
  let renderedAtCommit = 0;
  function commit(): void {
    renderedAtCommit = rendered;
    reportUsage(fleet, 'database', 'a', { db_max_clients: 900 });
    upsertDatabase(fleet, databaseOf('a', { database_name: 'new', db_max_clients: 1_000 }) as Database);
  }
  function SlowRow(): ReactElement {
    const untilMs = performance.now() + SLICE_MS;
    while (performance.now() < untilMs);
    rendered += 1;
    // Runs when React yields.
    if (rendered === 3) queueMicrotask(commit);
    const used = useLimits('database', 'a', { select: ([first]) => String(first?.used) });
    const { record } = useDatabaseEntry('a');
    return createElement('p', {}, `${used} ${record?.database_name}`);
  }
  const { root, seen } = createWatchedRoot();
  startTransition(() => root.render(rowsOf(fleet, SlowRow)));
  await expect.poll(() => seen.at(-1)).toBe(`${ROWS} 900 new`);
  expect(renderedAtCommit).toBe(3);
  expect(seen.filter((texts) => texts.includes(' and '))).toEqual([]);
});

test('another fleet in the middle of a transition never mixes the records of two fleets', async () => {
  const [first, second, third] = await Promise.all(['first', 'second', 'third'].map(fleetWith));
  let rendered = 0;
  function SlowRow(): ReactElement {
    const untilMs = performance.now() + SLICE_MS;
    while (performance.now() < untilMs);
    rendered += 1;
    // React yields, and drops the transition for the urgent render.
    if (rendered === 3) setTimeout(() => root.render(rowsOf(third as Fleet, SlowRow)));
    return createElement('p', {}, useDatabaseEntry('a').record?.database_name);
  }
  const { root, seen } = createWatchedRoot();
  root.render(rowsOf(first as Fleet, SlowRow, 1));
  await expect.poll(() => seen.at(-1)).toBe('1 first');
  startTransition(() => root.render(rowsOf(second as Fleet, SlowRow)));
  await expect.poll(() => seen.at(-1)).toBe(`${ROWS} third`);
  expect(seen.filter((text) => text.includes(' and '))).toEqual([]);
  expect(first?.databases.known.value).toEqual([]);
});

async function fleetWith(name: string): Promise<Fleet> {
  const { fleet, answerWith } = createFleetUnderTest({ retainMs: Infinity });
  await answerWith('a', { database_name: name });
  return fleet;
}

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

test('a suspended component keeps the page during a transition to another id', async () => {
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
  using complaint = vi.spyOn(console, 'error');
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

test('a member that only a memoized child reads is shown when it changes, and a handler reads the newest', async () => {
  onTestFinished(() => cleanup());
  const { fleet, advance } = createFleetUnderTest();
  fleet.polling.pause();
  await fleet.databases.refresh('a');
  const renders = { parent: 0, child: 0 };
  const handled: unknown[] = [];
  const Child = memo(function Child({ entry, at }: { readonly entry: DatabaseEntry; readonly at: number }) {
    renders.child += 1;
    return createElement('i', {}, at === 0 ? '' : String(entry.changedAt));
  });
  function Parent({ at }: { readonly at: number }): ReactElement {
    renders.parent += 1;
    const entry = useDatabaseEntry('a');
    const onClick = (): void => void handled.push(entry.confirmedAt);
    return createElement('button', { onClick }, entry.record?.state, createElement(Child, { entry, at }));
  }
  const page = (at: number): ReactElement => createElement(FleetProvider, { fleet }, createElement(Parent, { at }));
  const { container, rerender } = render(page(0));
  const refresh = (): Promise<void> =>
    act(async () => {
      await advance(5_000);
      await fleet.databases.refresh('a');
    });
  await refresh();
  expect(renders).toEqual({ parent: 1, child: 1 });
  rerender(page(1));
  const { changedAt, confirmedAt } = fleet.databases.entry('a').value;
  expect(container.textContent).toBe(`active${changedAt}`);
  const button = container.querySelector('button') as HTMLElement;
  fireEvent.click(button);
  expect(handled).toEqual([confirmedAt]);
  // The handler has read `confirmedAt`, so the component renders when it changes.
  await refresh();
  expect(renders).toEqual({ parent: 3, child: 3 });
  fireEvent.click(button);
  expect(handled[1]).toBe(fleet.databases.entry('a').value.confirmedAt);
});

const parts: readonly Part[] = [
  { ask: 'database', id: 'a' },
  { ask: 'selection', id: 'a', selector: (record) => [record?.state] },
  { ask: 'limits', resource: 'database', id: 'a' },
  { ask: 'databases' },
  { ask: 'transitions' },
];

test('the page of a server hydrates without changes if the fleet has the same records', async () => {
  using complaint = vi.spyOn(console, 'error');
  const { fleet } = createFleetUnderTest();
  await fleet.databases.refresh('a');
  fleet.polling.pause();
  const page = createElement(StrictMode, {}, pageOf({ fleet, parts, show: (_, value) => JSON.stringify(value) }));
  const container = document.createElement('div');
  container.innerHTML = renderToString(page);
  const [first] = container.children;
  const root = await act(async () => hydrateRoot(container, page));
  onTestFinished(() => act(() => root.unmount()));
  expect(container.children[0]).toBe(first);
  expect(container.textContent).toContain('"state":"active"');
  expect(complaint).not.toHaveBeenCalled();
});
