import type { ReactElement } from 'react';

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
