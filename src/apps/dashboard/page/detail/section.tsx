import { type ReactElement, type ReactNode, useId } from 'react';

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

export interface FoldedProps {
  readonly title: string;
  /** A few words about the content, shown while it is folded. */
  readonly preview?: string | undefined;
  readonly children?: ReactNode;
}

/** Content that is folded until the user opens it. */
export function Folded({ title, preview, children }: FoldedProps): ReactElement {
  return (
    <details className="detail-folded">
      <summary>
        <span className="detail-folded-title">{title}</span>
        {preview !== undefined && preview !== '' && <span className="detail-preview">{preview}</span>}
      </summary>
      <div className="detail-folded-body">{children}</div>
    </details>
  );
}

export interface ExplainToggleProps {
  readonly isExplained: boolean;
  readonly onChange: (isExplained: boolean) => void;
}

/** Shows or hides the meaning, the API name and the exact value of each field. */
export function ExplainToggle({ isExplained, onChange }: ExplainToggleProps): ReactElement {
  return (
    <button
      type="button"
      className="button quiet detail-explain"
      aria-pressed={isExplained}
      onClick={() => onChange(!isExplained)}
    >
      Explain
    </button>
  );
}
