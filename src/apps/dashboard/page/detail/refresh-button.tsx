import { useState, type ReactElement } from 'react';
import { Icon } from '../shell/icon.js';

export interface RefreshButtonProps {
  /** Asks now; its failure is shown by the entry. */
  readonly onRefresh: () => Promise<unknown>;
}

/** Asks the service now. */
export function RefreshButton({ onRefresh }: RefreshButtonProps): ReactElement {
  const [isAsking, setAsking] = useState(false);
  const ask = async (): Promise<void> => {
    setAsking(true);
    await onRefresh().catch(() => undefined);
    setAsking(false);
  };
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="Refresh now"
      title="Refresh now"
      aria-busy={isAsking}
      // Not disabled: that would take the focus away.
      aria-disabled={isAsking}
      onClick={() => void (isAsking || ask())}
    >
      <Icon name="refresh" />
    </button>
  );
}
