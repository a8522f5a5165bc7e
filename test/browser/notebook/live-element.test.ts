import { afterEach, expect, test } from 'vitest';
import { live, toElement, type Live, type LiveOptions } from '../../../src/notebook/index.js';
import { createManualClock } from '../../support/manual-clock.js';
import { createNamedFleet, drawName, picture } from '../../notebook/live/pictures.js';

const setUp = () => {
  const { fleet, rename } = createNamedFleet();
  const show = (options: LiveOptions = {}): Live => live(fleet, drawName, { everyMs: 100, ...options });
  return { fleet, rename, show };
};

/** A headless Chromium never hides its pages, so the test overrides the visibility. */
function setVisibility(state: 'hidden' | 'visible'): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

afterEach(() => {
  Reflect.deleteProperty(document, 'visibilityState');
  document.body.replaceChildren();
});

test('a display becomes a node with its HTML, or with its text', () => {
  expect(toElement(picture('orders')).outerHTML).toBe('<div><b>orders</b></div>');
  const plain = { ...picture('<orders>'), bundle: { 'text/plain': '<orders>' } };
  expect(toElement(plain).outerHTML).toBe('<pre>&lt;orders&gt;</pre>');
});

test('the node of a live display follows the fleet, and tells once why it ended', async () => {
  const { show, rename } = setUp();
  const display = show();
  const element = display.element();
  document.body.append(element);
  expect(element.textContent).toBe('first');
  rename('second');
  await expect.poll(() => element.textContent).toBe('second');
  display.stop();
  expect(element.textContent).toMatch(/^secondLive until [\dT:-]{19}Z: it was stopped\.$/);
  expect(element.querySelectorAll('[role=status]')).toHaveLength(1);
});

test('the node of a live display tells why a drawing failed', async () => {
  const { fleet } = setUp();
  const display = live(fleet, () => {
    throw new TypeError('a canary');
  });
  const { textContent } = display.element();
  expect(textContent).toContain('The drawing failed with TypeError.');
  expect(textContent).not.toContain('canary');
  display.stop();
});

test('a live display ends when its node has left the page, also if nothing changes', async () => {
  const { show } = setUp();
  const clock = createManualClock();
  const display = show({ clock });
  const element = display.element();
  document.body.append(element);
  await clock.advance(60_000);
  expect(clock.pending).toBeGreaterThan(0);
  element.remove();
  await clock.advance(5000);
  expect(clock.pending).toBe(0);
  expect(await display.done).toBe('stopped');
});

test('a live display ends when its node leaves the page before the second drawing', async () => {
  const { show, rename } = setUp();
  const clock = createManualClock();
  const display = show({ clock });
  const element = display.element();
  document.body.append(element);
  await Promise.resolve();
  element.remove();
  rename('second');
  await clock.advance(100);
  expect(clock.pending).toBe(0);
  expect(await display.done).toBe('stopped');
});

test('a live display goes on while its node is not yet in the page, and ends when it has left', async () => {
  const { show, rename } = setUp();
  const clock = createManualClock();
  const display = show({ clock });
  const element = display.element();
  rename('second');
  await clock.advance(100);
  expect(element.textContent).toBe('second');
  document.body.append(element);
  await clock.advance(5000);
  element.remove();
  await clock.advance(5000);
  expect(await display.done).toBe('stopped');
});

test('elements() yields the latest node, and ends with the line that tells why', async () => {
  const { show, rename } = setUp();
  const display = show();
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
  const { show, rename } = setUp();
  const clock = createManualClock();
  const display = show({ clock });
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
