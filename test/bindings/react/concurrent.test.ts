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
  const page = (rows: number): ReactElement =>
    createElement(
      FleetProvider,
      { fleet },
      Array.from({ length: rows }, (_, key) => createElement(SlowRow, { key })),
    );

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

  startTransition(() => root.render(page(ROWS)));
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
    if (rendered === 3) setTimeout(() => root.render(page(third)));
    return createElement('p', {}, useDatabaseEntry('a').record?.database_name);
  }
  const page = (fleet: Fleet | undefined, rows = ROWS): ReactElement =>
    createElement(
      FleetProvider,
      { fleet: fleet as Fleet },
      Array.from({ length: rows }, (_, key) => createElement(SlowRow, { key })),
    );
  const container = document.createElement('div');
  const seen: string[] = [];
  const observer = new MutationObserver(() => {
    seen.push([...new Set([...container.querySelectorAll('p')].map(({ textContent }) => textContent))].join(' and '));
  });
  observer.observe(container, { childList: true, characterData: true, subtree: true });
  const root = createRoot(container);
  onTestFinished(() => {
    root.unmount();
    observer.disconnect();
  });
  root.render(page(first, 1));
  await expect.poll(() => seen.at(-1)).toBe('first');
  startTransition(() => root.render(page(second)));
  await expect.poll(() => seen.at(-1)).toBe('third');
  expect(seen.filter((text) => text.includes(' and '))).toEqual([]);
  expect(first?.databases.known.value).toEqual([]);
});

async function fleetWith(name: string): Promise<Fleet> {
  const { fleet, service } = createFleetUnderTest({ retainMs: Infinity });
  service.respond(({ id }) => ({ json: databaseOf(id, { database_name: name }) }));
  await fleet.databases.refresh('a');
  return fleet;
}
