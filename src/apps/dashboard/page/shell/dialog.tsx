import { useLayoutEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { IconButton } from './button.js';

export interface DialogProps {
  readonly title: string;
  /** Called by Escape, the close button and a click outside. The parent then removes the dialog. */
  readonly onClose: () => void;
  /** Without a heading and a close button. @default false */
  readonly isBare?: boolean;
  readonly children?: ReactNode;
}

export function Dialog({ title, onClose, isBare = false, children }: DialogProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect, because the browser restores the focus only if the dialog closes while it is in the document.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="card raised dialog"
      aria-label={title}
      // A browser closes the dialog when a page prevents `cancel` twice in a row. Preventing `keydown` always works.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
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
      {!isBare && (
        <header className="line spread head">
          <h2>{title}</h2>
          <IconButton icon="close" name="Close" onClick={onClose} />
        </header>
      )}
      <div className={isBare ? undefined : 'dialog-body'}>{children}</div>
    </dialog>
  );
}
