import { useState, type ReactElement } from 'react';
import { Icon } from '../shell/icon.js';

export interface CopyButtonProps {
  readonly text: string;
  /** The name of the text, such as `id`. */
  readonly name: string;
}

type Outcome = 'idle' | 'copied' | 'failed';

const MESSAGES: Readonly<Record<Outcome, string>> = { idle: '', copied: 'Copied', failed: 'Copy failed' };

/** Copies a text to the clipboard, and shows whether it succeeded. */
export function CopyButton({ text, name }: CopyButtonProps): ReactElement {
  const [outcome, setOutcome] = useState<Outcome>('idle');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      // Browsers allow it in secure contexts only, so not over http from another machine.
      setOutcome('failed');
    }
  };
  return (
    <>
      <button
        type="button"
        className="detail-copy"
        aria-label={`Copy ${name}`}
        title={`Copy ${name}`}
        onClick={() => void copy()}
        onBlur={() => setOutcome('idle')}
        onPointerLeave={() => setOutcome('idle')}
      >
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} />
      </button>
      <span className={outcome === 'failed' ? 'detail-failed' : 'visually-hidden'} role="status">
        {MESSAGES[outcome]}
      </span>
    </>
  );
}
