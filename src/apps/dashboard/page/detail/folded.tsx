import type { ReactElement, ReactNode } from 'react';

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
