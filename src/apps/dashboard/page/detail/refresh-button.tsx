import { useState, type ReactElement } from 'react';
import { Icon } from '../shell/icon.js';

export interface RefreshButtonProps {
  /** Refreshes the resource. The entry shows a failure. */
  readonly onRefresh: () => Promise<unknown>;
}

/** Refreshes the resource now. */
export function RefreshButton({ onRefresh }: RefreshButtonProps): ReactElement {
  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = async (): Promise<void> => {
    setRefreshing(true);
    await onRefresh().catch(() => undefined);
    setRefreshing(false);
  };
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="Refresh now"
      title="Refresh now"
      aria-busy={isRefreshing}
      // `disabled` would remove the focus.
      aria-disabled={isRefreshing}
      onClick={() => void (isRefreshing || refresh())}
    >
      <Icon name="refresh" />
    </button>
  );
}
