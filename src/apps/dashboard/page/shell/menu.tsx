import { type ReactElement, type ReactNode, Suspense, useState } from 'react';

export interface MenuProps {
  readonly className: string;
  /** Whether the button has no border. @default false */
  readonly isQuiet?: boolean;
  readonly label: ReactNode;
  readonly children: ReactNode;
}

/** A button that opens a small area below it. The area closes on Escape, or when the focus leaves it. */
export function Menu({ className, isQuiet = false, label, children }: MenuProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={`menu ${className}`}
      // A press on text inside moves the focus here. Otherwise the focus would leave, and the menu would close.
      tabIndex={-1}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) currentTarget.open = false;
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !event.currentTarget.open) return;
        event.preventDefault();
        event.currentTarget.open = false;
        event.currentTarget.querySelector('summary')?.focus();
      }}
    >
      <summary className={isQuiet ? 'button quiet' : 'button'}>{label}</summary>
      {isOpen && <Suspense>{children}</Suspense>}
    </details>
  );
}
