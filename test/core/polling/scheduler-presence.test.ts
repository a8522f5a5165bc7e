import { describe, expect, test } from 'vitest';
import { createSchedulerUnderTest, keysUpTo } from './scheduler-under-test.js';

const HOUR_MS = 3_600_000;

/** A page that a test hides, shows and disconnects. */
function createPage() {
  const navigator = { onLine: true };
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const setVisibility = (state: string) => (): void => {
    document.visibilityState = state;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const setNetwork = (onLine: boolean) => (): void => {
    navigator.onLine = onLine;
    page.dispatchEvent(new Event(onLine ? 'online' : 'offline'));
  };
  const page = Object.assign(new EventTarget(), {
    document,
    navigator,
    hide: setVisibility('hidden'),
    show: setVisibility('visible'),
    goOffline: setNetwork(false),
    goOnline: setNetwork(true),
    /** Dispatches an event to its target, the document or the window. */
    dispatch: (type: 'resume' | 'pageshow') =>
      void (type === 'resume' ? document : page).dispatchEvent(new Event(type)),
  });
  return page;
}

async function createPolledPage() {
  const page = createPage();
  const under = createSchedulerUnderTest({ page, tracked: keysUpTo(10) });
  await under.advance(61_000);
  return { under, page };
}

describe.each([
  ['hidden', 'hide', 'show'],
  ['offline', 'goOffline', 'goOnline'],
] as const)('a page that is %s', (code, leave, comeBack) => {
  test('pauses without a timer, and refreshes due ids within a second of the return, each once', async () => {
    const { under, page } = await createPolledPage();
    page[leave]();
    const before = under.polls.length;
    await under.advance(HOUR_MS);
    expect(under.polls).toHaveLength(before);
    expect(under.timers.armed).toBe(0);
    expect(under.scheduler.status.value).toMatchObject({ state: 'paused', reason: { code } });
    page[comeBack]();
    await under.advance(1000);
    expect(under.keysFrom(before).sort()).toEqual(keysUpTo(10));
    expect(under.scheduler.status.value.state).toBe('running');
  });

  test('requests no id on return that is not due', async () => {
    const page = createPage();
    const under = createSchedulerUnderTest({ page, cadence: () => HOUR_MS, tracked: ['a'] });
    await under.advance(60_000);
    page[leave]();
    await under.advance(60_000);
    page[comeBack]();
    await under.advance(60_000);
    expect(under.polls).toHaveLength(1);
  });

  test('does not resume while the user has paused polling', async () => {
    const { under, page } = await createPolledPage();
    under.scheduler.pause();
    page[leave]();
    page[comeBack]();
    const before = under.polls.length;
    await under.advance(HOUR_MS);
    expect(under.polls).toHaveLength(before);
  });
});

test.each(['resume', 'pageshow'] as const)('a frozen page refreshes due ids at its %s', async (type) => {
  const { under, page } = await createPolledPage();
  // No timer runs in a frozen page, and the computer may sleep.
  under.virtual.sleep(HOUR_MS);
  const before = under.polls.length;
  page.dispatch(type);
  await under.advance(1000);
  expect(under.polls.length - before).toBe(10);
});
