import { afterAll, afterEach, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { jupyterDisplay, live, toElement, type LiveOptions } from '../../src/notebook/index.js';
import { allDisplays } from '../notebook/displays/all-displays.js';
import { createNamedFleet, drawName, picture } from '../notebook/live/pictures.js';
import { createBusyFleet, hostileText } from '../notebook/sample-fleet.js';
import { createManualClock } from '../support/manual-clock.js';
import { problemsIn } from './problems-in.js';
import { setVisibility } from './set-visibility.js';

const busy = await createBusyFleet();
const hostile = await createBusyFleet(hostileText);
const displays = Object.entries(await allDisplays(busy));
const hostiles = Object.entries(await allDisplays(hostile));
afterAll(() => {
  busy.fleet.dispose();
  hostile.fleet.dispose();
});
// Axe cannot determine the background of a text that is partly outside of the page.
beforeAll(() => page.viewport(1000, 900));
afterEach(() => document.body.replaceChildren());

const schemes = {
  light: { color: '#212121', background: '#ffffff' },
  dark: { color: '#e0e0e0', background: '#111111' },
} as const;

/** Shows the HTML of a display as a notebook does, in its colours and width. */
function show(html: unknown, scheme: keyof typeof schemes, widthPx: number): HTMLElement {
  const output = document.createElement('div');
  Object.assign(output.style, schemes[scheme], { width: `${widthPx}px` });
  output.innerHTML = html as string;
  document.body.append(output);
  return output;
}

describe('the HTML of a display', () => {
  it.each(displays)('of %s is accessible on a light page and on a dark page', async (_, { bundle }) => {
    for (const scheme of ['light', 'dark'] as const) {
      const output = show(bundle['text/html'], scheme, 900);
      expect(await problemsIn(output)).toEqual([]);
      output.remove();
    }
  });

  it.each(hostiles)('of %s fits into 360, 600 and 1,000 pixels, with texts of the service as texts', (_, display) => {
    for (const width of [360, 600, 1000]) {
      const output = show(display.bundle['text/html'], 'light', width);
      expect(output.scrollWidth).toBeLessThanOrEqual(width);
      // A table with long names scrolls inside of the display.
      for (const table of output.querySelectorAll('.fg-scroll')) expect(table.clientWidth).toBeLessThanOrEqual(width);
      expect(output.querySelectorAll('script, img')).toHaveLength(0);
      expect(output.querySelectorAll('style')).toHaveLength(1);
      for (const element of output.querySelectorAll('*'))
        expect(element.getAttributeNames().filter((name) => name.startsWith('on'))).toEqual([]);
      output.remove();
    }
  });

  it.each(displays)('of %s keeps its width on a page that narrows tables and texts', (_, { bundle }) => {
    const widths = (): number[] =>
      [...show(bundle['text/html'], 'light', 1000).querySelectorAll('table, p')].map(({ clientWidth }) => clientWidth);
    const expected = widths();
    const style = document.createElement('style');
    // As in Observable Framework.
    style.textContent = 'p, table, figure { max-width: 640px }';
    document.body.append(style);
    expect(widths()).toEqual(expected);
  });

  it('shows a chart, and hides its text for readers without SVG', () => {
    const output = show(displays.find(([name]) => name === 'use')?.[1].bundle['text/html'], 'light', 600);
    expect(output.querySelector('svg')?.checkVisibility()).toBe(true);
    expect(output.textContent).toContain('▂▂▂');
    expect(output.innerText).not.toContain('▂▂▂');
  });

  it('of a fleet fits into 600 pixels without scrolling', () => {
    const output = show(displays.find(([name]) => name === 'a fleet')?.[1].bundle['text/html'], 'light', 600);
    const table = output.querySelector('.fg-scroll') as HTMLElement;
    expect(table.scrollWidth).toBeLessThanOrEqual(table.clientWidth);
  });
});

const setUp = (options: LiveOptions = {}) => {
  const { fleet, rename } = createNamedFleet();
  return { rename, display: live(fleet, drawName, { everyMs: 100, ...options }) };
};

test('a display becomes a node with its HTML, or with its text', () => {
  expect(toElement(picture('orders')).outerHTML).toBe('<div><b>orders</b></div>');
  const plain = { ...picture('<orders>'), bundle: { 'text/plain': '<orders>' } };
  expect(toElement(plain).outerHTML).toBe('<pre>&lt;orders&gt;</pre>');
});

test('the node of a live display follows the fleet, and shows once why it ended', async () => {
  const { display, rename } = setUp();
  const element = display.element();
  document.body.append(element);
  expect(element.textContent).toBe('first');
  rename('second');
  await expect.poll(() => element.textContent).toBe('second');
  display.stop();
  expect(element.textContent).toMatch(/^secondLive until [\dT:-]{19}Z: it was stopped\.$/);
  expect(element.querySelectorAll('[role=status]')).toHaveLength(1);
});

test('the node of a live display shows why a drawing failed', async () => {
  const { fleet } = createNamedFleet();
  const display = live(fleet, () => {
    throw new TypeError('a canary');
  });
  const { textContent } = display.element();
  expect(textContent).toContain('The drawing failed with TypeError.');
  expect(textContent).not.toContain('canary');
  display.stop();
});

test('a live display ends when its node leaves the page before the second drawing', async () => {
  const clock = createManualClock();
  const { display, rename } = setUp({ clock });
  const element = display.element();
  document.body.append(element);
  await Promise.resolve();
  element.remove();
  rename('second');
  await clock.advance(100);
  expect(clock.pending).toBe(0);
  expect(await display.done).toBe('stopped');
});

test('a live display continues before its node is added to the page, and ends after the node is removed', async () => {
  const clock = createManualClock();
  const { display, rename } = setUp({ clock });
  const element = display.element();
  rename('second');
  await clock.advance(100);
  expect(element.textContent).toBe('second');
  document.body.append(element);
  await clock.advance(5000);
  expect(clock.pending).toBeGreaterThan(0);
  element.remove();
  // Nothing changes meanwhile.
  await clock.advance(5000);
  expect(clock.pending).toBe(0);
  expect(await display.done).toBe('stopped');
});

test('elements() yields the latest node, and ends with a line that says why', async () => {
  const { display, rename } = setUp();
  const elements = display.elements();
  const next = async (): Promise<string | null | undefined> => (await elements.next()).value?.textContent;
  expect(await next()).toBe('first');
  rename('second');
  expect(await next()).toBe('second');
  display.stop();
  expect(await next()).toMatch(/^secondLive until/);
  expect(await elements.next()).toEqual({ value: undefined, done: true });
});

test('a hidden page is not drawn, and is drawn when it is shown again', async () => {
  const clock = createManualClock();
  const { display, rename } = setUp({ clock });
  const element = display.element();
  setVisibility('hidden');
  rename('second');
  await clock.advance(60_000);
  expect(element.textContent).toBe('first');
  expect(clock.pending).toBe(1); // the end of the display
  setVisibility('visible');
  await clock.advance(0);
  expect(element.textContent).toBe('second');
  display.stop();
});

test('a live display in a notebook says when its kernel has sent nothing for long', () => {
  const sent: { readonly data: Record<string, string> }[] = [];
  vi.stubGlobal('Deno', { jupyter: { broadcast: (_: string, content: never) => void sent.push(content) } });
  const { display } = setUp({ everyMs: 1000 });
  vi.unstubAllGlobals();
  display[jupyterDisplay]();
  const line = show(sent[1]?.data['text/html'], 'light', 600).querySelector('b') as HTMLElement;
  display.stop();
  const isReported = (afterMs: number): boolean => {
    for (const animation of document.getAnimations()) animation.currentTime = afterMs;
    return getComputedStyle(line).visibility === 'visible';
  };
  expect(line.textContent).toMatch(/^Not drawn since [\dT:-]{19}Z: the kernel is busy or has stopped\.$/);
  expect([isReported(0), isReported(31_000), isReported(32_500)]).toEqual([false, false, true]);
});
