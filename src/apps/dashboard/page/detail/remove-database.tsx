import { useState, type ReactElement } from 'react';
import { CopyButton } from './copy-button.js';

export interface RemoveDatabaseProps {
  readonly id: string;
  readonly onRemove: () => void;
}

/** Removes an id from the page after a confirmation, because the API lists no databases and cannot find the id again. */
export function RemoveDatabase({ id, onRemove }: RemoveDatabaseProps): ReactElement {
  const [question, setQuestion] = useState<'closed' | 'open' | 'cancelled'>('closed');
  if (question !== 'open')
    return (
      <footer className="detail-foot">
        <button
          type="button"
          className="button quiet"
          // The focus returns to the button that opened the question.
          autoFocus={question === 'cancelled'}
          onClick={() => setQuestion('open')}
        >
          Remove from this page
        </button>
      </footer>
    );
  return (
    <footer className="detail-foot">
      <div className="detail-question" role="group" aria-label="Remove from this page?">
        <p>
          This does not delete the database or end its billing. The API does not list databases. To show the database
          here again, you need its id.
        </p>
        <p className="detail-command">
          <code>{id}</code>
          <CopyButton text={id} name="id before it is removed" />
        </p>
        <div className="detail-buttons">
          <button type="button" className="button" onClick={onRemove}>
            Remove
          </button>
          <button type="button" className="button quiet" autoFocus onClick={() => setQuestion('cancelled')}>
            Cancel
          </button>
        </div>
      </div>
    </footer>
  );
}
