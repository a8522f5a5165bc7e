import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { eventually } from '../../../support/eventually.js';
import { scaled } from '../../../support/scale.js';
import { IDS, INTERVAL_MS, startPages, unixMs, type PagesUnderTest, type TestPage } from './pages-under-test.js';
import { figuresOf } from './poll-gaps.js';

/** Each page is a process. With many more of them than processors, the delays are those of the machine. */
const PAGES = scaled({ short: 3, long: 10 });
const WATCH_MS = scaled({ short: 4000, long: 60_000 });

let setUp: PagesUnderTest;

async function expectSharing(page: TestPage, members: number): Promise<void> {
  const { sharing, revisions } = await page.facts();
  expect(sharing).toEqual({ state: 'sharing', members });
  expect(Object.keys(revisions)).toHaveLength(IDS.length);
}

describe.runIf(inject('hasChromium'))('pages', () => {
  beforeAll(async () => void (setUp = await startPages()));
  afterAll(() => setUp.close());

  describe('of one scope', () => {
    const pages: TestPage[] = [];

    beforeAll(async () => {
      while (pages.length < PAGES) pages.push(await setUp.openPage());
      for (const page of pages) await eventually(() => expectSharing(page, PAGES));
    });
    afterAll(() => setUp.closePages());

    test('many pages poll each id once for all, and show each answer within 100 ms', async () => {
      const fromMs = unixMs();
      await delay(WATCH_MS);
      const untilMs = unixMs();
      const figures = figuresOf(setUp.polls, { ids: IDS, fromMs, untilMs, intervalMs: INTERVAL_MS });
      expect(figures.pages).toHaveLength(1);
      expect(figures.duplicates).toEqual([]);
      expect(figures.polls).toBeLessThanOrEqual((IDS.length * (untilMs - fromMs)) / INTERVAL_MS + IDS.length);
      expect(figures.worstGapMs).toBeLessThan(2 * INTERVAL_MS);

      const commitsOf = new Map<number, number[]>();
      for (const page of pages) {
        const { commits, setbacks } = await page.facts();
        expect(setbacks).toBe(0);
        for (const [revision, atMs] of commits)
          if (atMs > fromMs && atMs < untilMs) commitsOf.set(revision, [...(commitsOf.get(revision) ?? []), atMs]);
      }
      const shown = [...commitsOf.values()].filter((times) => times.length === pages.length);
      expect(shown.length).toBeGreaterThan(0.9 * (figures.polls - IDS.length));
      const delays = shown.map((times) => Math.max(...times) - Math.min(...times)).toSorted((a, b) => a - b);
      // The last percent is left to pauses of a busy machine.
      expect(delays[Math.floor(delays.length * 0.99) - 1]).toBeLessThan(100);
    });
  });

  describe('of a scope for each test', () => {
    afterEach(() => setUp.closePages());

    test("a new page shows all records without a request, and sends its user's refresh itself", async () => {
      const slow = { intervalMs: 3_600_000 };
      const first = await setUp.openPage(slow);
      await eventually(async () => expect(Object.keys((await first.facts()).revisions)).toHaveLength(IDS.length));
      const { revisions } = await first.facts();
      setUp.clear();
      const pages = [first, await setUp.openPage(slow), await setUp.openPage(slow)];
      for (const page of pages)
        await eventually(async () => {
          await expectSharing(page, 3);
          expect((await page.facts()).revisions).toEqual(revisions);
        });
      await delay(500);
      expect(setUp.polls).toEqual([]);

      for (const { name, evaluate } of pages) {
        await evaluate('fleetPage.refresh("id-7")');
        const sent = setUp.polls.filter(({ id }) => id === 'id-7').at(-1);
        expect(sent?.page).toBe(name);
        for (const page of pages)
          await eventually(async () => expect((await page.facts()).revisions['id-7']).toBe(sent?.revision));
      }
      expect(setUp.polls.filter(({ id }) => id === 'id-7')).toHaveLength(3);
    });

    test('pages of different scopes share nothing', async () => {
      const pages = [await setUp.openPage({ scope: 'one' }), await setUp.openPage({ scope: 'two' })];
      for (const page of pages) await eventually(() => expectSharing(page, 1));
      setUp.clear();
      const names = new Set(pages.map(({ name }) => name));
      await eventually(() => expect(new Set(setUp.polls.map(({ page }) => page))).toEqual(names));
    });

    test('a dedicated worker shares with the pages', async () => {
      const page = await setUp.openPage();
      const host = await setUp.openEmpty();
      const options = { name: 'worker', scope: setUp.scope, ids: IDS, intervalMs: INTERVAL_MS };
      await host.evaluate(
        `void (globalThis.worker = new Worker('/page.js', { type: 'module' })).postMessage(${JSON.stringify(options)})`,
      );
      await eventually(() => expectSharing(page, 2));
      setUp.clear();
      await eventually(() => expect(setUp.polls.length).toBeGreaterThanOrEqual(IDS.length));
      expect(new Set(setUp.polls.map((poll) => poll.page))).toEqual(new Set([page.name]));
      await page.close();
      await eventually(() => expect(setUp.polls.some((poll) => poll.page === 'worker')).toBe(true));
    });

    test('a page that closes its sharing leaves no locks', async () => {
      const page = await setUp.openPage();
      await eventually(() => expectSharing(page, 1));
      await page.evaluate('fleetPage.close()');
      expect(await page.evaluate('navigator.locks.query()')).toEqual({ held: [], pending: [] });
    });
  });
});
