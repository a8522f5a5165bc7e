import { useEffect, useRef } from 'react';

/**
 * Runs an action when a key is pressed anywhere on the page. Nothing happens while the user types, while a dialog is
 * open, with Ctrl, Alt or Meta, or if an element has used the key itself.
 *
 * @param key as in `KeyboardEvent.key`; empty for none. `Mod+k` is Ctrl or Cmd with `k`, also while the user types.
 */
export function useShortcut(key: string, action: () => void): void {
  const latest = useRef(action);
  useEffect(() => void (latest.current = action));
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !isPressed(key, event)) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [key]);
}

function isPressed(key: string, event: KeyboardEvent): boolean {
  if (!key.startsWith('Mod+')) return event.key === key && !isForText(event);
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  const isModified = ctrlKey !== metaKey && !altKey && !shiftKey;
  return isModified && event.key.toLowerCase() === key.slice(4) && !hasDialog();
}

const TEXT_FIELDS = 'input, select, textarea, [contenteditable]';

function isForText({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isTyping = target instanceof Element && target.closest(TEXT_FIELDS) !== null;
  return isTyping || ctrlKey || metaKey || altKey || hasDialog();
}

/** A click beside the controls of a dialog moves the focus to the body. */
function hasDialog(): boolean {
  return document.querySelector('dialog[open]') !== null;
}
