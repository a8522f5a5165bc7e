import { useEffect, useEffectEvent } from 'react';
import { useView } from '../../../../bindings/react/index.js';
import { characterKeys } from './choice.js';

/**
 * Runs an action when a key is pressed anywhere on the page. Nothing happens while the user types, while a dialog is
 * open, or with Ctrl, Alt or Meta. The same holds if an element has used the key itself, or if keys of one character
 * are off.
 *
 * @param key as in `KeyboardEvent.key`; empty for no shortcut. `Mod+k` is Ctrl or Cmd with `k`, also while the user types.
 * @returns the key, or `undefined` while the shortcut is off
 */
export function useShortcut(key: string, action: () => void): string | undefined {
  const isOn = useView(characterKeys) === 'on' || key.length > 1;
  const onPress = useEffectEvent(action);
  useEffect(() => {
    if (!isOn) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !isPressed(key, event)) return;
      event.preventDefault();
      onPress();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [key, isOn]);
  return isOn ? key : undefined;
}

/** The title of a button that a key presses: `New database (n)`. */
export function withKey(title: string, key: string | undefined): string {
  return key === undefined ? title : `${title} (${key})`;
}

const TEXT_FIELDS = 'input:not([type=radio], [type=checkbox]), select, textarea, [contenteditable]';

function isPressed(key: string, { key: pressed, target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const isTyping = target instanceof Element && target.closest(TEXT_FIELDS) !== null;
  const isKey = key.startsWith('Mod+')
    ? ctrlKey !== metaKey && !altKey && !shiftKey && pressed.toLowerCase() === key.slice(4)
    : pressed === key && !isTyping && !ctrlKey && !metaKey && !altKey;
  // The focus does not show whether a dialog is open: a click beside the controls of a dialog moves it to the body.
  return isKey && document.querySelector('dialog[open]') === null;
}
