import type { ReactElement } from 'react';
import { Button } from './button.js';
import { Dialog } from './dialog.js';

/** Appears where a part does not load in time. */
export const late = <p className="late">This part of the page has not loaded yet. The page tries again.</p>;

/**
 * The place of a part that does not load in time.
 *
 * @param onClose gives up the part. @default it stays until the part has loaded
 */
export function Late({ onClose }: { readonly onClose?: () => void }): ReactElement {
  return (
    <div className="late notice" role="status">
      {late}
      <p>After an update of fleetglass, reload the page.</p>
      {onClose && <Button onClick={onClose}>Close</Button>}
    </div>
  );
}

/** Stands for a dialog that does not load in time. */
export function LateDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  return (
    <Dialog title="Loading" onClose={onClose}>
      <Late />
    </Dialog>
  );
}
