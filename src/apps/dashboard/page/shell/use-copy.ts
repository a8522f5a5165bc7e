import { useState } from 'react';

/** The result of the last copy, until `reset`. */
export type CopyOutcome = 'idle' | 'copied' | 'failed';

/** Copies a text to the clipboard. */
export function useCopy(text: string): {
  readonly outcome: CopyOutcome;
  readonly copy: () => void;
  readonly reset: () => void;
} {
  const [outcome, setOutcome] = useState<CopyOutcome>('idle');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      // Browsers allow it in secure contexts only, so not over http from another machine.
      setOutcome('failed');
    }
  };
  return { outcome, copy: () => void copy(), reset: () => setOutcome('idle') };
}
