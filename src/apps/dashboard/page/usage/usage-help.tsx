import type { ReactElement } from 'react';
import { Dialog } from '../shell/dialog.js';

/** Explains how this page learns the use of limits. */
export function UsageHelp({ onClose }: { readonly onClose: () => void }): ReactElement {
  return (
    <Dialog title="Show how full your databases are" onClose={onClose}>
      <div className="prose">
        <p>
          The management API reports limits, and not how much of them is used. A usage source reads the use from the
          databases themselves.
        </p>
      </div>
    </Dialog>
  );
}
