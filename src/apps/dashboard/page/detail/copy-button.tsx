import { useState, type ReactElement } from 'react';
import { Icon } from '../shell/icon.js';

export interface CopyButtonProps {
  readonly text: string;
  /** What it is, such as `id`. */
  readonly what: string;
}

type Outcome = 'idle' | 'copied' | 'failed';

const WORDS: Readonly<Record<Outcome, string>> = { idle: '', copied: 'Copied', failed: 'Could not be copied' };

/** Puts a text on the clipboard, and says that it did. */
export function CopyButton({ text, what }: CopyButtonProps): ReactElement {
  const [outcome, setOutcome] = useState<Outcome>('idle');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      // Not every page may, such as one over http of another machine.
      setOutcome('failed');
    }
  };
  return (
    <>
      <button
        type="button"
        className="detail-copy"
        aria-label={`Copy ${what}`}
        title={`Copy ${what}`}
        onClick={() => void copy()}
        onBlur={() => setOutcome('idle')}
        onPointerLeave={() => setOutcome('idle')}
      >
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} />
      </button>
      <span className={outcome === 'failed' ? 'detail-failed' : 'visually-hidden'} role="status">
        {WORDS[outcome]}
      </span>
    </>
  );
}
