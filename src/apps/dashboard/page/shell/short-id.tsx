import { useState, type ReactElement } from 'react';
import { Icon } from './icon.js';
import { textOf } from './text-of.js';

export interface ShortIdProps {
  readonly id: string;
}

/** An id in few characters, with a button that copies it. The title and screen readers have the whole id. */
export function ShortId({ id }: ShortIdProps): ReactElement {
  const [isCopied, setCopied] = useState(false);
  const whole = textOf(id);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(id);
      setCopied(true);
    } catch {
      // Browsers allow it in secure contexts only. The details show the whole id as text that can be selected.
    }
  };
  return (
    <span className="short-id mono" title={whole}>
      <span aria-hidden="true">{shorten(whole)}</span>
      <span className="visually-hidden">{whole}</span>
      <button
        type="button"
        className="copy-id"
        // One tab stop a row: the details have the same button.
        tabIndex={-1}
        aria-label={isCopied ? 'Copied' : 'Copy id'}
        title={isCopied ? 'Copied' : 'Copy id'}
        onClick={(event) => {
          event.stopPropagation();
          void copy();
        }}
        onPointerLeave={() => setCopied(false)}
      >
        <Icon name={isCopied ? 'check' : 'copy'} />
      </button>
    </span>
  );
}

/** Long ids keep their ends: `b611c77b…0f9e`. Ids of at most 24 characters stay whole. */
export function shorten(id: string): string {
  return id.length <= 24 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`;
}
