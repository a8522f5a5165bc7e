import { expect, test, vi } from 'vitest';
import { FleetError, type Clock, type Fleet } from '../../../src/index.js';
import {
  jupyterDisplay,
  live,
  toElement,
  type Draw,
  type Live,
  type LiveOptions,
} from '../../../src/notebook/index.js';
import { describeLive } from '../../../src/notebook/live/live-run.js';
import { createVirtualClock } from '../../../src/notebook/replay/virtual-clock.js';
import { abortListeners } from '../../support/abort-listeners.js';
import { errorOf } from '../../support/failure-of.js';
import { createManualClock } from '../../support/manual-clock.js';
import { createNamedFleet, drawName, picture } from './pictures.js';

const setUp = () => {
  const clock = createManualClock();
  const draw = vi.fn<Draw>(drawName);
  const named = createNamedFleet();
  const show = (options: LiveOptions = {}): Live => live(named.fleet, draw, { clock, ...options });
  return { ...named, clock, draw, show };
};

/** Collects the texts of the drawings until the display ends. */
function read(display: Live): string[] {
  const texts: string[] = [];
  void (async () => {
    for await (const each of display) texts.push(String(each));
  })();
  return texts;
}

test('a live display draws at most once in everyMs', async () => {
  const { show, rename, clock, draw } = setUp();
  const texts = read(show({ everyMs: 200 }));
  for (let name = 0; name < 100; name++) {
    rename(`name-${name}`);
    await clock.advance(10);
  }
  expect(draw.mock.calls.length).toBeLessThanOrEqual(6);
  await clock.advance(200);
  expect(texts.at(-1)).toBe('name-99');
});

test('a drawing that takes long is drawn less often, so that a tenth of the time is spent on drawing', async () => {
  const { show, rename, clock, draw } = setUp();
  const slow: Clock = { ...clock, monotonic: () => clock.monotonic() + 500 * draw.mock.calls.length };
  read(show({ clock: slow }));
  for (let second = 0; second < 60; second++) {
    rename(`name-${second}`);
    await clock.advance(1000);
  }
  expect(draw.mock.calls.length).toBeGreaterThan(10);
  expect(draw.mock.calls.length).toBeLessThanOrEqual(14);
});

test('a drawing that changes the fleet is drawn at most once in everyMs', async () => {
  const { show, rename, clock, draw } = setUp();
  draw.mockImplementation((fleet) => {
    rename(`name-${draw.mock.calls.length}`);
    return drawName(fleet);
  });
  read(show());
  await clock.advance(10_000);
  expect(draw.mock.calls.length).toBeGreaterThan(5);
  expect(draw.mock.calls.length).toBeLessThanOrEqual(11);
});

test('a live display draws every 5 s too, so that ages stay right, and emits no display that is equal', async () => {
  const { show, rename, clock, draw } = setUp();
  draw.mockImplementation(() => picture('the same'));
  const texts = read(show());
  rename('second');
  await clock.advance(1000);
  expect(draw).toHaveBeenCalledTimes(2);
  await clock.advance(15_000);
  expect(draw).toHaveBeenCalledTimes(5);
  expect(texts).toEqual(['the same']);
});

test('a live display starts when it is first read', async () => {
  const { show, clock, draw } = setUp();
  const display = show({ forMs: 1000 });
  await clock.advance(5000);
  expect(draw).not.toHaveBeenCalled();
  expect(clock.pending).toBe(0);
  read(display);
  await clock.advance(999);
  expect(clock.pending).toBeGreaterThan(0);
});

test('the last drawing stays while the function returns undefined or no display, or throws', async () => {
  const { show, rename, clock, draw } = setUp();
  draw.mockReturnValueOnce(undefined).mockReturnValueOnce(null as never);
  const texts = read(show());
  await clock.advance(0);
  const drawAs = async (name: string): Promise<string[]> => {
    rename(name);
    await clock.advance(1000);
    return texts;
  };
  expect(await drawAs('second')).toEqual([]);
  expect(await drawAs('third')).toEqual(['third']);
  draw.mockImplementationOnce(() => {
    throw new Error('broken');
  });
  expect(await drawAs('fourth')).toEqual(['third']);
  expect(await drawAs('fifth')).toEqual(['third', 'fifth']);
});

test('a promise instead of a display is refused, and its rejection is no unhandled one', async () => {
  const { fleet, clock } = setUp();
  const unhandled = vi.fn<(reason: unknown) => void>();
  process.on('unhandledRejection', unhandled);
  let drawings = 0;
  // No mock: it would handle the rejection.
  const draw = async (): Promise<never> => {
    drawings++;
    throw new Error('broken');
  };
  const texts = read(live(fleet, draw as never, { clock, forMs: 6000 }));
  await clock.advance(5000);
  await new Promise((resolve) => void setTimeout(resolve, 10));
  process.off('unhandledRejection', unhandled);
  expect(drawings).toBe(2);
  expect(unhandled).not.toHaveBeenCalled();
  expect(texts).toEqual([]);
  const show = (): unknown => live(fleet, draw as never)[jupyterDisplay]();
  expect(errorOf(show)).toMatchObject({ code: 'invalid-request', issues: [{ path: 'draw' }] });
});

test('toElement refuses a live display, and names the method that makes a node of it', () => {
  const { show } = setUp();
  for (const value of [show(), undefined, { bundle: null }]) {
    const call = (): unknown => toElement(value as never);
    expect(call).toThrow(FleetError);
    expect(call).toThrow('call its method `element()`');
  }
});

const ends: readonly [
  string,
  (parts: ReturnType<typeof setUp>, controller: AbortController, display: Live) => unknown,
][] = [
  ['stopped', (_parts, _controller, display) => display.stop()],
  ['stopped', (_parts, _controller, display) => display[Symbol.dispose]()],
  ['time', ({ clock }) => clock.advance(600_000)],
  ['aborted', (_parts, controller) => controller.abort()],
  ['disposed', ({ fleet }) => fleet.dispose()],
  ['replaced', ({ show }) => void read(show({ name: 'table' }))],
];

test.each(ends)('a live display ends as `%s`, and leaves no timer, listener or subscription', async (reason, end) => {
  const parts = setUp();
  const { show, clock, draw, rename } = parts;
  const controller = new AbortController();
  const display = show({ name: 'table', signal: controller.signal });
  read(display);
  await clock.advance(0);
  await end(parts, controller, display);
  expect(await display.done).toBe(reason);
  if (reason === 'replaced') return;
  expect(clock.pending).toBe(0);
  expect(abortListeners(controller.signal)).toBe(0);
  draw.mockClear();
  // A disposed fleet takes no record.
  if (reason !== 'disposed') rename('later');
  await clock.advance(60_000);
  expect(draw).not.toHaveBeenCalled();
});

test('a live display ends at its next drawing after sleep if its time is over', async () => {
  const clock = createVirtualClock();
  const display = live(createNamedFleet().fleet, drawName, { clock, forMs: 600_000 });
  const ended = vi.fn<(reason: string) => void>();
  void display.done.then(ended);
  read(display);
  await clock.advance(60_000);
  clock.sleep(8 * 3_600_000);
  await clock.advance(5000);
  expect(ended).toHaveBeenCalledWith('time');
  expect(clock.pending).toBe(0);
});

test('a live display ends when its last reader leaves', async () => {
  const { show, clock } = setUp();
  const display = show();
  const [first, second] = [display[Symbol.asyncIterator](), display[Symbol.asyncIterator]()];
  await Promise.all([first.next(), second.next()]);
  await first.return?.();
  expect(clock.pending).toBeGreaterThan(0);
  await second.return?.();
  expect(await display.done).toBe('stopped');
  expect(clock.pending).toBe(0);
});

test.each(['disposed', 'aborted'])(
  'a live display that is %s before it is read shows one drawing and ends',
  async (end) => {
    const { show, fleet, clock } = setUp();
    if (end === 'disposed') fleet.dispose();
    const display = show({ signal: end === 'aborted' ? AbortSignal.abort() : undefined });
    const texts = read(display);
    expect(await display.done).toBe(end);
    expect(texts).toEqual(['first']);
    expect(clock.pending).toBe(0);
  },
);

test.each(['disposed', 'aborted'])('a live display that is never shown ends when it is %s', async (end) => {
  const { show, fleet, draw } = setUp();
  const controller = new AbortController();
  const { done } = show({ signal: controller.signal });
  if (end === 'disposed') fleet.dispose();
  else controller.abort();
  expect(await done).toBe(end);
  expect(draw).not.toHaveBeenCalled();
  expect(abortListeners(controller.signal)).toBe(0);
});

test('live displays without a name do not end each other outside of a kernel', async () => {
  const { show, clock } = setUp();
  const displays = [show(), show()];
  const texts = displays.map(read);
  await clock.advance(1000);
  expect(texts).toEqual([['first'], ['first']]);
  for (const display of displays) display.stop();
});

test('live refuses invalid arguments together', () => {
  const options = { everyMs: 10, forMs: 0, name: '', signal: 1, clock: {}, every: 1 };
  const { code, issues } = errorOf(() => live({} as Fleet, 'table' as never, options as never));
  expect(code).toBe('invalid-request');
  const paths = issues?.map(({ path }) => path).toSorted();
  expect(paths).toEqual(['clock', 'draw', 'every', 'everyMs', 'fleet', 'forMs', 'name', 'signal']);
});

test('live tells a kernel every 5 s when it was drawn, without drawing it again, until it ends', async () => {
  const { show, clock, rename } = setUp();
  const sent: { type: string; data: Record<string, string>; transient: { display_id: string } }[] = [];
  const broadcast = (type: string, content: object): void => void sent.push({ type, ...content } as never);
  vi.stubGlobal('Deno', { jupyter: { broadcast } });
  const display = show({ timeZone: 'Asia/Kolkata', everyMs: 1000, forMs: 60_000 });
  display[jupyterDisplay]();
  const drawing = sent[0]?.transient.display_id;
  const statuses = (): string[] =>
    sent.filter(({ transient }) => transient.display_id !== drawing).map(({ data }) => data['text/plain'] as string);
  await clock.advance(15_000);
  rename('a&b');
  await clock.advance(2000);
  expect(sent.filter(({ transient }) => transient.display_id === drawing)).toHaveLength(2);
  expect(new Set(statuses().map((line) => /Drawn at [^ ]*\+05:30/.exec(line)?.[0])).size).toBeGreaterThanOrEqual(4);
  expect(sent[1]?.data['text/html']).toContain('animation-delay:32000ms');
  display.stop();
  expect(sent.at(-1)?.data).toEqual({ 'text/plain': expect.stringMatching(/\+05:30: it was stopped\.$/) });
  const count = sent.length;
  await clock.advance(60_000);
  expect(sent).toHaveLength(count);
  vi.unstubAllGlobals();
});

test('live waits longer before it tells a kernel that it is busy, if its drawings are slow', async () => {
  const { show, clock, draw } = setUp();
  const sent: { data: Record<string, string> }[] = [];
  vi.stubGlobal('Deno', { jupyter: { broadcast: (_: string, content: never) => void sent.push(content) } });
  const slow: Clock = { ...clock, monotonic: () => clock.monotonic() + 6000 * draw.mock.calls.length };
  show({ clock: slow, everyMs: 1000 })[jupyterDisplay]();
  // The next drawing begins a minute after this one: the drawings take a tenth of the time.
  expect(sent[1]?.data['text/html']).toContain('animation-delay:150000ms');
  vi.unstubAllGlobals();
});

test.each([
  [{ until: Date.UTC(2026, 10, 23, 10, 12, 3), end: 'stopped' }, 'Live until 2026-11-23T10:12:03Z: it was stopped.'],
  [{ until: Infinity }, 'Live.'],
  [{ until: 8.64e15 + 1 }, 'Live.'],
] as const)('the line of the state %j shows its end with the date and the time zone', (state, line) => {
  expect(describeLive({ display: undefined, problem: undefined, end: undefined, ...state })).toBe(line);
});
