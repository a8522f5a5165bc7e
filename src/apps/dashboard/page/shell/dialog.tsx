import { useId, useLayoutEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { Icon } from './icon.js';

export interface DialogProps {
  /** The heading, and the dialog's accessible name. */
  readonly title: string;
  /** Escape, the close button and a click beside it call this; whoever opened it then takes it away. */
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** A modal dialog: the browser keeps the focus in it, and gives it back. */
export function Dialog({ title, onClose, children }: DialogProps): ReactElement {
  const headingId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // In time for it to be closed while it is still in the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={headingId}
      // A browser lets a page refuse to close once only, where it is not asked by this key.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="dialog-frame">
        <header className="dialog-head">
          <h2 id={headingId}>{title}</h2>
          <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        <div className="dialog-body">{children}</div>
      </div>
    </dialog>
  );
}
