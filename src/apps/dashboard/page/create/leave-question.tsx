import type { ReactElement } from 'react';

export interface LeaveQuestionProps {
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** Asked before what was entered is lost. */
export function LeaveQuestion({ onLeave, onStay }: LeaveQuestionProps): ReactElement {
  return (
    <div className="create-buttons" role="group" aria-label="Discard what you entered?">
      <p>Discard what you entered?</p>
      <button type="button" className="button quiet" autoFocus onClick={onStay}>
        Go on
      </button>
      <button type="button" className="button" onClick={onLeave}>
        Discard
      </button>
    </div>
  );
}
