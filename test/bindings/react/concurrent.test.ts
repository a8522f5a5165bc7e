import { reportUsage, upsertDatabase, type Database, type Fleet } from '../../../src/index.js';
import { createElement, startTransition, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { FleetProvider, useDatabaseEntry, useLimits } from '../../../src/bindings/react/index.js';
import { createFleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import { databaseOf } from '../../core/fleet/scripted-service.js';

const ROWS = 10;

/** Longer than the time after which a concurrent render of React yields to other tasks. */
const SLICE_MS = 8;

const pageOf = (fleet: Fleet, row: () => ReactElement, rows = ROWS): ReactElement =>
  createElement(
    FleetProvider,
    { fleet },
    Array.from({ length: rows }, (_, key) => createElement(row, { key })),
  );

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
  const { fleet, service } = createFleetUnderTest();
  service.respond(({ id }) => ({ json: databaseOf(id, { db_max_clients: 1_000 }) }));
  await fleet.databases.refresh('a');
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
  startTransition(() => root.render(pageOf(fleet, SlowRow)));
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
    if (rendered === 3) setTimeout(() => root.render(pageOf(third as Fleet, SlowRow)));
    return createElement('p', {}, useDatabaseEntry('a').record?.database_name);
  }
  const { root, seen } = createWatchedRoot();
  root.render(pageOf(first as Fleet, SlowRow, 1));
  await expect.poll(() => seen.at(-1)).toBe('1 first');
  startTransition(() => root.render(pageOf(second as Fleet, SlowRow)));
  await expect.poll(() => seen.at(-1)).toBe(`${ROWS} third`);
  expect(seen.filter((text) => text.includes(' and '))).toEqual([]);
  expect(first?.databases.known.value).toEqual([]);
});

async function fleetWith(name: string): Promise<Fleet> {
  const { fleet, service } = createFleetUnderTest({ retainMs: Infinity });
  service.respond(({ id }) => ({ json: databaseOf(id, { database_name: name }) }));
  await fleet.databases.refresh('a');
  return fleet;
}
