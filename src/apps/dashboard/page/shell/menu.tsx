import { type FocusEvent, type KeyboardEvent, type ReactElement, type ReactNode, useState } from 'react';

export interface MenuProps {
  readonly className?: string;
  /** Whether the button has no border. @default false */
  readonly isQuiet?: boolean;
  readonly label: ReactNode;
  readonly children: ReactNode;
}

/** A button that opens a small area below it. The area closes on Escape, or when the focus leaves it. */
export function Menu({ className = '', isQuiet = false, label, children }: MenuProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={`menu ${className}`}
      // A press on text inside moves the focus here. Otherwise the focus would leave, and the menu would close.
      tabIndex={-1}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onBlur={closeWithoutFocus}
      onKeyDown={closeByEscape}
    >
      <summary className={isQuiet ? 'button quiet' : 'button'}>{label}</summary>
      {isOpen && children}
    </details>
  );
}

function closeWithoutFocus({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>): void {
  if (!currentTarget.contains(relatedTarget)) currentTarget.open = false;
}

function closeByEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  if (event.key !== 'Escape' || !event.currentTarget.open) return;
  event.preventDefault();
  event.currentTarget.open = false;
  event.currentTarget.querySelector('summary')?.focus();
}
