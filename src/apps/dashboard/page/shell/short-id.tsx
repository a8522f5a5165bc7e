import type { ReactElement } from 'react';
import { Icon } from './icon.js';
import { textOf } from './text-of.js';
import { useCopy } from './use-copy.js';

export interface ShortIdProps {
  readonly id: string;
}

/** An id in few characters, with a button that copies it. The title and screen readers have the whole id. */
export function ShortId({ id }: ShortIdProps): ReactElement {
  const { outcome, copy, reset } = useCopy(id);
  const isCopied = outcome === 'copied';
  const whole = textOf(id);
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
          copy();
        }}
        onPointerLeave={reset}
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
