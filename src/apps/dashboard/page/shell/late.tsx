import { type ReactElement, type Ref, useEffect, useRef } from 'react';
import { Button } from './button.js';

/** Appears where a part does not load in time. */
export const late = <p className="late">This part of the page has not loaded yet. The page tries again.</p>;

interface LateProps {
  readonly className?: string;
  /** Gives up the part. @default it stays until the part has loaded */
  readonly onClose?: () => void;
  readonly ref?: Ref<HTMLDivElement>;
}

export function Late({ className = 'notice', onClose, ref }: LateProps): ReactElement {
  return (
    <div ref={ref} className={`late ${className}`} role="status">
      {late}
      <p>After an update of fleetglass, reload the page.</p>
      {onClose && <Button onClick={onClose}>Close</Button>}
    </div>
  );
}

/** Stands for a dialog that does not load in time. As the dialog, it closes on Escape and on a click outside. */
export function LateDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const closed = new AbortController();
    const first = { capture: true, signal: closed.signal };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      // The list and the details use this key too.
      event.stopPropagation();
      // By default, Escape would empty the search field.
      event.preventDefault();
      onClose();
    };
    const onPointerDown = ({ target }: PointerEvent): void => {
      if (place.current?.contains(target as Node) === false) onClose();
    };
    addEventListener('keydown', onKeyDown, first);
    addEventListener('pointerdown', onPointerDown, first);
    return () => closed.abort();
  }, [onClose]);
  return <Late ref={place} className="card raised line wrap action-bar" onClose={onClose} />;
}
