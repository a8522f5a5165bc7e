import { useEffect, useRef } from 'react';

/**
 * Runs an action when a key is pressed anywhere on the page. Nothing happens while the user types, while a dialog is
 * open, with Ctrl, Alt or Meta, or if an element has used the key itself.
 *
 * @param key as in `KeyboardEvent.key`; empty for none
 */
export function useShortcut(key: string, action: () => void): void {
  const latest = useRef(action);
  useEffect(() => void (latest.current = action));
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== key || event.defaultPrevented || isForText(event)) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [key]);
}

const TEXT_FIELDS = 'input, select, textarea, [contenteditable]';

function isForText({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isTyping = target instanceof Element && target.closest(TEXT_FIELDS) !== null;
  // A click beside the controls of a dialog moves the focus to the body.
  return isTyping || ctrlKey || metaKey || altKey || document.querySelector('dialog[open]') !== null;
}
