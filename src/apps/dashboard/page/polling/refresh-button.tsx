import { refreshAll } from '../../../../index.js';
import { useState, type ReactElement } from 'react';
import { useFleet } from '../../../../bindings/react/index.js';
import { Icon } from '../shell/icon.js';
import { useShortcut } from '../shell/shortcut.js';

/** Refreshes all databases and indices. Failures appear in their rows and in the status line. */
export function RefreshButton(): ReactElement {
  const fleet = useFleet();
  const [isBusy, setBusy] = useState(false);

  async function refresh(): Promise<void> {
    setBusy(true);
    await Promise.allSettled([refreshAll(fleet), fleet.indices.refresh()]);
    setBusy(false);
  }

  const start = (): void => void (isBusy || refresh());
  useShortcut('r', start);

  return (
    <button
      type="button"
      className="button quiet"
      aria-label="Refresh everything"
      aria-keyshortcuts="r"
      title="Refresh everything (r)"
      aria-disabled={isBusy}
      data-busy={isBusy}
      onClick={start}
    >
      <Icon name="refresh" />
      <span className="status-action">Refresh</span>
    </button>
  );
}
