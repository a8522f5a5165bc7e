import type { ReactElement } from 'react';
import { Icon } from '../shell/icon.js';
import { useCopy, type CopyOutcome } from '../shell/use-copy.js';

export interface CopyButtonProps {
  readonly text: string;
  /** The name of the text, such as `id`. */
  readonly name: string;
}

const MESSAGES: Readonly<Record<CopyOutcome, string>> = { idle: '', copied: 'Copied', failed: 'Copy failed' };

/** Copies a text to the clipboard, and shows whether it succeeded. */
export function CopyButton({ text, name }: CopyButtonProps): ReactElement {
  const { outcome, copy, reset } = useCopy(text);
  return (
    <>
      <button
        type="button"
        className="detail-copy"
        aria-label={`Copy ${name}`}
        title={`Copy ${name}`}
        onClick={copy}
        onBlur={reset}
        onPointerLeave={reset}
      >
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} />
      </button>
      <span className={outcome === 'failed' ? 'detail-failed' : 'visually-hidden'} role="status">
        {MESSAGES[outcome]}
      </span>
    </>
  );
}
