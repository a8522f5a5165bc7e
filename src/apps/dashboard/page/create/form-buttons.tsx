import type { ReactElement } from 'react';
import type { FleetError } from '../../../../index.js';

export interface SubmitButtonsProps {
  readonly isPending: boolean;
  /** The error of the last attempt. */
  readonly error: FleetError | undefined;
  readonly onCancel: () => void;
  /** Called when the user confirms that the database does not exist. */
  readonly onConfirmedAbsent: () => void;
}

/** The buttons that submit and cancel the form. After an unknown outcome, the user must confirm before the next attempt. */
export function SubmitButtons({ isPending, error, onCancel, onConfirmedAbsent }: SubmitButtonsProps): ReactElement {
  return (
    <div className="create-buttons">
      <button type="button" className="button quiet" disabled={isPending} onClick={onCancel}>
        Cancel
      </button>
      {error?.code === 'outcome-unknown' ? (
        // The key gives each button its own element. Otherwise this click would submit the form.
        <button key="confirm" type="button" className="button" onClick={onConfirmedAbsent}>
          I checked: the database does not exist
        </button>
      ) : (
        // `disabled` would remove the focus. A second click has no effect.
        <button key="submit" type="submit" className="button primary" aria-disabled={isPending}>
          {isPending ? 'Creating…' : 'Create database'}
        </button>
      )}
    </div>
  );
}

export interface DiscardQuestionProps {
  readonly onDiscard: () => void;
  readonly onKeep: () => void;
}

/** The question before the input is discarded. */
export function DiscardQuestion({ onDiscard, onKeep }: DiscardQuestionProps): ReactElement {
  return (
    <div className="create-buttons" role="group" aria-label="Discard your input?">
      <p>Discard your input?</p>
      <button type="button" className="button quiet" autoFocus onClick={onKeep}>
        Keep editing
      </button>
      <button type="button" className="button" onClick={onDiscard}>
        Discard
      </button>
    </div>
  );
}
