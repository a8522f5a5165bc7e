import { describe, expect, test } from 'vitest';
import { createFleetUnderTest, quick } from '../../core/fleet/fleet-under-test.js';
import { dehydrate } from '../../../src/index.js';
import type { Scene } from './binding-under-test.js';
import { countSubscriptions, everyPart } from './stage.js';

/**
 * The contract of every binding whose framework renders on servers. Runs in Node, without a page.
 *
 * @param renderToString by the framework's own server renderer
 * @param options.hydrates whether the binding has the part `hydrated`
 * @param options.renderAsync renders after the requests of the part `awaited`, if the framework can
 */
export function describeServerRendering(
  name: string,
  renderToString: (scene: Scene) => string | Promise<string>,
  { hydrates = true, renderAsync }: { hydrates?: boolean; renderAsync?: (scene: Scene) => Promise<string> } = {},
): void {
  describe(`the binding of ${name}, on a server`, () => {
    test('renders known records', async () => {
      const { fleet } = createFleetUnderTest({ polling: quick });
      const records = await Promise.all(['a', 'b', 'c', 'e', 'f'].map((id) => fleet.databases.refresh(id)));
      const { shown, show } = createShow();
      const html = await renderToString({ fleet, parts: everyPart, show });
      expect(everyPart.filter((_, at) => !html.includes(`text ${at}`))).toEqual([]);
      expect(shown[0]).toBe(records[0]);
      expect(shown[1]).toBe('active');
      expect(shown[2]).toMatchObject({ status: 'fresh', record: records[2] });
      expect([shown[4], shown[5]]).toMatchObject([[records[3]], [{ record: records[4] }]]);
      expect(shown[14]).toMatchObject({ status: 'idle' });
    });

    test('sends no request, does not subscribe, and shows nothing for an invalid id', async () => {
      const { fleet, service, clock, advance } = createFleetUnderTest();
      const { shown, show } = createShow();
      await renderToString({ fleet, parts: [...everyPart, { ask: 'database', id: '..' }], show });
      expect(shown).toHaveLength(everyPart.length + 1);
      expect(shown.at(-1)).toBeUndefined();
      await advance(120_000);
      expect(service.requests).toEqual([]);
      expect(fleet.databases.known.value).toEqual([]);
      expect(clock.armed).toBe(0);
    });

    if (hydrates) testHydration(renderToString);
    if (renderAsync !== undefined) testWaiting(renderAsync);
  });
}

/** Keeps the last value that each part has shown. */
function createShow() {
  const shown: unknown[] = [];
  const show: Scene['show'] = (at, value) => {
    shown[at] = value;
    return `text ${at}`;
  };
  return { shown, show };
}

function testWaiting(renderAsync: (scene: Scene) => Promise<string>): void {
  test('waits for one request of a component that waits, and does not subscribe', async () => {
    const { fleet, service, advance } = createFleetUnderTest({ retainMs: 0 });
    const count = countSubscriptions([fleet.databases.record('a'), fleet.databases.entry('a')]);
    const html = renderAsync({ fleet, parts: [{ ask: 'awaited', of: 'database', ids: ['a'] }], show: () => 'shown' });
    await expect.poll(() => service.requests.length).toBe(1);
    await advance(0);
    expect(await html).toContain('shown');
    await advance(120_000);
    expect(service.requests).toHaveLength(1);
    expect(count()).toEqual({ made: 0, open: 0 });
  });
}

function testHydration(renderToString: (scene: Scene) => string | Promise<string>): void {
  test('renders the records of a snapshot, and sends no request', async () => {
    const loading = createFleetUnderTest();
    await loading.fleet.databases.refresh('a');
    const { fleet, service, clock, advance } = createFleetUnderTest();
    const { shown, show } = createShow();
    const snapshot = dehydrate(loading.fleet);
    const html = await renderToString({ fleet, parts: [{ ask: 'hydrated', id: 'a', snapshot }], show });
    expect(html).toContain('text');
    expect(shown.at(-1)).toMatchObject({ database_id: 'a' });
    await advance(120_000);
    expect([service.requests, clock.armed]).toEqual([[], 0]);
  });
}
