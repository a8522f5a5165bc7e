import type { ReactElement } from 'react';

export interface ExplainToggleProps {
  readonly isExplained: boolean;
  readonly onChange: (isExplained: boolean) => void;
}

/** Shows or hides what each field means, its name in the API and all its digits. */
export function ExplainToggle({ isExplained, onChange }: ExplainToggleProps): ReactElement {
  return (
    <button
      type="button"
      className="button quiet detail-explain"
      aria-pressed={isExplained}
      onClick={() => onChange(!isExplained)}
    >
      Explain fields
    </button>
  );
}
