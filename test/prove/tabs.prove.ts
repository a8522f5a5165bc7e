import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { eventually } from '../support/eventually.js';
import { scaled } from '../support/scale.js';
import { IDS, setUpPages, unixMs, type PagesUnderTest, type TestPage } from '../sharing/tabs/pages/pages-under-test.js';
import { figuresOf, type Duplicate } from '../sharing/tabs/pages/poll-gaps.js';

const INTERVAL_MS = scaled({ short: 2000, long: 4000 });
const COUNT = scaled({ short: 4, long: 10 });
const ROUNDS = scaled({ short: 1, long: 5 });
/** Faults that take long, and that other tests cover in part. */
const takesLong = inject('hasChromium') && scaled({ short: false, long: true });
/** A page that does not answer is replaced after this time. */
const SILENCE_MS = 3000;

async function setUpGroup(place: 'window' | 'tab' = 'window') {
  // The browser delays the timers of hidden pages by seconds, which would hide the gaps of the sharing.
  const setUp = await setUpPages(place === 'tab' ? ['--disable-background-timer-throttling'] : []);
  const pages: TestPage[] = [];
  while (pages.length < COUNT)
    pages.push(await setUp.openPage({ intervalMs: INTERVAL_MS, pollsHidden: place === 'tab' }, place));
  await expectSharing(pages);
  return {
    ...setUp,
    pages,
    /** The page that sent the last poll. */
    holder: () => pages.find(({ name }) => name === setUp.polls.at(-1)?.page) ?? expect.unreachable('a page polls'),
  };
}

/** Fails unless these pages share, and each one shows all records, and has shown no older one after a newer one. */
async function expectSharing(pages: readonly TestPage[]): Promise<void> {
  for (const page of pages)
    await eventually(async () => {
      const { sharing, revisions, setbacks } = await page.facts();
      expect(sharing).toEqual({ state: 'sharing', members: pages.length });
      expect(Object.keys(revisions)).toHaveLength(IDS.length);
      expect(setbacks).toBe(0);
    });
}

/**
 * Injects a fault, and returns what the server saw from one interval before until four intervals after it.
 *
 * @param inject tells the page that polled until the fault ended it. Its last answers are lost with it, and each page that
 *   did not see one of them repeats the poll: that is no duplicate.
 */
async function watch(
  { polls, pages }: Pick<PagesUnderTest, 'polls'> & { readonly pages: readonly TestPage[] },
  inject: () => Promise<TestPage | undefined>,
) {
  const fromMs = unixMs();
  await delay(INTERVAL_MS);
  const ended = await inject();
  await delay(4 * INTERVAL_MS);
  const figures = figuresOf(polls, { ids: IDS, fromMs, untilMs: unixMs(), intervalMs: INTERVAL_MS });
  if (ended === undefined) return figures;
  const commits = new Map<string, ReadonlyMap<number, number>>();
  for (const page of pages) if (page !== ended) commits.set(page.name, new Map((await page.facts()).commits));
  const isLost = ({ before, poll }: Duplicate): boolean =>
    before.page === ended.name && (commits.get(poll.page)?.get(before.revision) ?? Infinity) >= poll.atMs;
  return { ...figures, duplicates: figures.duplicates.filter((duplicate) => !isLost(duplicate)) };
}

describe.runIf(inject('hasChromium'))('the page that polls for all', () => {
  test.each(scaled<readonly ('crash' | 'close')[]>({ short: ['crash'], long: ['crash', 'close'] }))(
    'is replaced within two intervals after a %s',
    async (fault) => {
      const group = await setUpGroup();
      for (let round = 0; round < ROUNDS; round++) {
        const figures = await watch(group, async () => {
          const holder = group.holder();
          group.pages.splice(group.pages.indexOf(holder), 1);
          await holder[fault]();
          return holder;
        });
        expect.soft(figures.duplicates).toEqual([]);
        expect.soft(figures.worstGapMs).toBeLessThan(2 * INTERVAL_MS);
        await expectSharing(group.pages);
      }
    },
  );

  test.runIf(takesLong)('is replaced when it is hidden, and stops polling', async () => {
    const setUp = await setUpPages();
    const options = { intervalMs: INTERVAL_MS };
    const hidden = await setUp.openPage(options, 'tab');
    const sibling = await setUp.openEmpty('tab');
    await hidden.show();
    const pages = [hidden, await setUp.openPage(options), await setUp.openPage(options)];
    await expectSharing(pages);
    await eventually(() => expect(setUp.polls.at(-1)?.page).toBe(hidden.name));

    const hiddenAtMs = unixMs() + INTERVAL_MS;
    const figures = await watch({ ...setUp, pages }, async () => {
      await sibling.show();
      return hidden;
    });
    expect(await hidden.evaluate('document.visibilityState')).toBe('hidden');
    expect.soft(figures.worstGapMs).toBeLessThan(2 * INTERVAL_MS);
    expect.soft(figures.duplicates).toEqual([]);
    const after = setUp.polls.filter(({ atMs }) => atMs > hiddenAtMs + INTERVAL_MS / 2);
    expect(after.map(({ page }) => page)).not.toContain(hidden.name);
    await expectSharing(pages);
  });

  test.runIf(takesLong)('is replaced when the browser freezes it, and does no harm when it continues', async () => {
    const group = await setUpGroup('tab');
    // A page that is visible is never frozen.
    await group.openEmpty('tab');
    const frozen = group.holder();
    const figures = await watch(group, async () => {
      await frozen.freeze();
      return frozen;
    });
    expect.soft(figures.worstGapMs).toBeLessThan(2 * INTERVAL_MS);
    expect.soft(figures.duplicates).toEqual([]);
    await expectSharing(group.pages.filter((page) => page !== frozen));
    const after = await watch(group, async () => {
      await frozen.unfreeze();
      return undefined;
    });
    expect.soft(after.worstGapMs).toBeLessThan(2 * INTERVAL_MS);
    expect.soft(after.duplicates).toEqual([]);
    await expectSharing(group.pages);
  });

  test('is replaced when its process is stopped, and does no harm when it continues', async () => {
    const group = await setUpGroup();
    const stopped = group.holder();
    const pid = await stopped.findPid();
    onTestFinished(() => void process.kill(pid, 'SIGCONT'));
    const figures = await watch(group, async () => {
      process.kill(pid, 'SIGSTOP');
      return stopped;
    });
    expect.soft(figures.worstGapMs).toBeLessThan(2 * INTERVAL_MS + SILENCE_MS);
    expect.soft(figures.duplicates).toEqual([]);
    let continuedAtMs = Infinity;
    const after = await watch(group, async () => {
      continuedAtMs = unixMs();
      process.kill(pid, 'SIGCONT');
      return undefined;
    });
    expect.soft(after.worstGapMs).toBeLessThan(2 * INTERVAL_MS);
    // The process may have been stopped between the decision to poll and the request, which it sends when it goes on.
    const late = group.polls.filter(({ page, atMs }) => page === stopped.name && atMs > continuedAtMs);
    expect.soft(late.length).toBeLessThanOrEqual(1);
    expect.soft(late.filter(({ atMs }) => atMs > continuedAtMs + INTERVAL_MS / 2)).toEqual([]);
    expect.soft(after.duplicates.length).toBeLessThanOrEqual(late.length);
    await expectSharing(group.pages);
  });
});

test.runIf(takesLong)('a page leaves the group when its user opens another page, and rejoins on return', async () => {
  const group = await setUpGroup();
  const page = group.holder();
  await page.open('about:blank');
  await expectSharing(group.pages.filter((each) => each !== page));
  page.back();
  await eventually(async () => expect(await page.evaluate('typeof fleetPage')).toBe('object'));
  // Chromium keeps the page with its fleet, unless a lock of it is contended at that moment: then it loads the page again.
  if ((await page.facts()).state === 'none') await page.join({ intervalMs: INTERVAL_MS });
  await expectSharing(group.pages);
});

test.runIf(takesLong)('pages that are all reloaded at once share their polls again', async () => {
  const group = await setUpGroup();
  // Without its functions, an old page cannot be taken for the new one.
  await Promise.all(group.pages.map((page) => page.evaluate('void (globalThis.fleetPage = undefined)')));
  await Promise.all(group.pages.map((page) => page.reload()));
  await Promise.all(group.pages.map((page) => page.join({ intervalMs: INTERVAL_MS })));
  await expectSharing(group.pages);
  const figures = await watch(group, async () => undefined);
  expect(figures.pages).toHaveLength(1);
  expect(figures.duplicates).toEqual([]);
  expect(figures.worstGapMs).toBeLessThan(2 * INTERVAL_MS);
});
