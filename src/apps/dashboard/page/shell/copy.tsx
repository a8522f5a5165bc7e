import { type MouseEvent, type ReactElement, useState } from 'react';
import { IconButton, type IconName } from './button.js';
import { textOf } from './names.js';

/** @returns whether it was copied: browsers allow it in secure contexts only, so not over http from another machine */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Resets the copy button that was clicked last: on a touch screen, no pointer leaves it after the click. */
let resetLast = (): void => {};

function useCopy(text: string) {
  const [outcome, setOutcome] = useState<'' | 'Copied' | 'Copy failed'>('');
  const icon: IconName = outcome === 'Copied' ? 'check' : 'copy';
  const reset = (): void => setOutcome('');
  const onClick = (event: MouseEvent): void => {
    // A click in a row would open the row.
    event.stopPropagation();
    resetLast();
    resetLast = reset;
    void copyText(text).then((isCopied) => setOutcome(isCopied ? 'Copied' : 'Copy failed'));
  };
  return { outcome, reset, button: { icon, onClick, onPointerLeave: reset } };
}

/** An id in few characters, with a button that copies it. The title and screen readers have the whole id. */
export function ShortId({ id }: { readonly id: string }): ReactElement {
  const { outcome, button } = useCopy(id);
  const whole = textOf(id);
  return (
    <span className="line faint short-id mono" title={whole}>
      <span aria-hidden="true">{shorten(whole)}</span>
      <span className="visually-hidden">{whole}</span>
      <IconButton
        {...button}
        className="copy-button copy-id"
        name={outcome || 'Copy id'}
        // A row has one tab stop. The details have a copy button that keys reach.
        tabIndex={-1}
      />
    </span>
  );
}

/** Long ids keep their ends: `b611c77b…0f9e`. Ids of at most 24 characters stay whole. */
export function shorten(id: string): string {
  return id.length <= 24 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`;
}

export function CopyButton({ text, name }: { readonly text: string; readonly name: string }): ReactElement {
  const { outcome, reset, button } = useCopy(text);
  return (
    <span className="line fixed copy">
      <IconButton {...button} className="copy-button" name={`Copy ${name}`} onBlur={reset} />
      <span className={outcome === 'Copy failed' ? 'card raised copy-failed' : 'visually-hidden'} role="status">
        {outcome}
      </span>
    </span>
  );
}
