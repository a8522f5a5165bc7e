import { useId, type ReactElement, type ReactNode } from 'react';

export interface SectionProps {
  readonly title: string;
  /** Directly after the title. */
  readonly badge?: ReactNode;
  /** At the end of the line of the title. */
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
}

/** A section of the details, with a heading. */
export function Section({ title, badge, aside, children }: SectionProps): ReactElement {
  const headingId = useId();
  return (
    <section className="detail-section" aria-labelledby={headingId}>
      <header className="detail-section-head">
        <h3 id={headingId}>{title}</h3>
        {badge}
        {aside}
      </header>
      {children}
    </section>
  );
}
