import type { ReactElement } from 'react';
import type { FleetError } from '../../../../index.js';

export interface SubmitButtonsProps {
  readonly isPending: boolean;
  /** Why the last attempt failed. */
  readonly error: FleetError | undefined;
  readonly onCancel: () => void;
  /** Somebody looked whether the database is there, and it is not. */
  readonly onLooked: () => void;
}

/** Sends the form. After an attempt whose outcome nobody knows, that takes an assurance first. */
export function SubmitButtons({ isPending, error, onCancel, onLooked }: SubmitButtonsProps): ReactElement {
  return (
    <div className="create-buttons">
      <button type="button" className="button quiet" disabled={isPending} onClick={onCancel}>
        Cancel
      </button>
      {error?.code === 'outcome-unknown' ? (
        // With a key: were it the same element as the other, this very press would send the form.
        <button key="looked" type="button" className="button" onClick={onLooked}>
          I looked, it is not there
        </button>
      ) : (
        // Not disabled: that would take the focus away. A second press sends nothing.
        <button key="submit" type="submit" className="button primary" aria-disabled={isPending}>
          {isPending ? 'Creating…' : 'Create database'}
        </button>
      )}
    </div>
  );
}
