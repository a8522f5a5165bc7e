import type { ReactElement } from 'react';
import { Button } from './button.js';

/** Appears where a part does not load in time. */
export const late = <p className="late">This part of the page has not loaded yet. The page tries again.</p>;

interface LateProps {
  readonly className?: string;
  /** Gives up the part. @default it stays until the part has loaded */
  readonly onClose?: () => void;
}

/** The place of a part that does not load in time. */
export function Late({ className = 'notice', onClose }: LateProps): ReactElement {
  return (
    <div className={`late ${className}`} role="status">
      {late}
      <p>After an update of fleetglass, reload the page.</p>
      {onClose && <Button onClick={onClose}>Close</Button>}
    </div>
  );
}

/** The place of a dialog, at the bottom of the page. */
export const LateDialog = (props: LateProps): ReactElement => (
  <Late className="card raised line wrap action-bar" {...props} />
);
