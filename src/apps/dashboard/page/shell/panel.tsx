import { useEffect, useId, useRef, type ReactElement, type ReactNode } from 'react';
import { Icon } from './icon.js';

export interface DetailProps {
  readonly id: string;
  readonly onClose: () => void;
  /** Removes the id from the page and closes the panel. Absent if the id was not added on this page. */
  readonly onRemove?: (() => void) | undefined;
}

export interface PanelProps {
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/**
 * The details panel beside the list: heading, close button, Escape, scrolling. It takes the focus when it was opened by
 * keyboard. After a click the focus stays in the list.
 */
export function Panel({ title, subtitle, actions, onClose, children }: PanelProps): ReactElement {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body || activeElement.matches(':focus-visible'))
      heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <aside
      className="panel"
      aria-labelledby={headingId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header className="panel-head">
        <div className="panel-title">
          <h2 id={headingId} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {subtitle !== undefined && <div className="panel-subtitle">{subtitle}</div>}
        </div>
        {actions}
        <button type="button" className="icon-button" aria-label="Close details" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div className="panel-body" tabIndex={-1}>
        {children}
      </div>
    </aside>
  );
}
