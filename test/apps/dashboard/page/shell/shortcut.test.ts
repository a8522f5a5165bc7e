// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useShortcut } from '../../../../../src/apps/dashboard/page/shell/shortcut.js';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

function press(target: EventTarget, init: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key: 'n', bubbles: true, cancelable: true, ...init });
  target.dispatchEvent(event);
  return event;
}

function add(html: string): Element {
  document.body.innerHTML = html;
  return document.body.firstElementChild as Element;
}

function countShortcuts(): () => number {
  let count = 0;
  renderHook(() => useShortcut('n', () => (count += 1)));
  return () => count;
}

describe('useShortcut', () => {
  it('runs the latest action when its key is pressed anywhere', () => {
    const count = countShortcuts();
    expect(press(document.body).defaultPrevented).toBe(true);
    press(document.body, { key: 'm' });
    expect(count()).toBe(1);
  });

  it.each(['<input>', '<select></select>', '<textarea></textarea>', '<p contenteditable="true"></p>'])(
    'does nothing while the user types in %s',
    (html) => {
      const count = countShortcuts();
      expect(press(add(html)).defaultPrevented).toBe(false);
      expect(count()).toBe(0);
    },
  );

  it('does nothing while a dialog is open', () => {
    const count = countShortcuts();
    add('<dialog open></dialog>');
    press(document.body);
    expect(count()).toBe(0);
  });

  it('leaves the shortcuts of the browser alone', () => {
    const count = countShortcuts();
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey'] as const) press(document.body, { [modifier]: true });
    expect(count()).toBe(0);
  });

  it('does nothing with a key that an element has used', () => {
    const count = countShortcuts();
    const button = add('<button></button>');
    button.addEventListener('keydown', (event) => event.preventDefault());
    press(button);
    expect(count()).toBe(0);
  });
});
