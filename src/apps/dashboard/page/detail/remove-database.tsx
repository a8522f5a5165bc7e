import { useState, type ReactElement } from 'react';
import { CopyButton } from './copy-button.js';

export interface RemoveDatabaseProps {
  readonly id: string;
  readonly onRemove: () => void;
}

/** Lets go of an id, after a question: the API lists no databases, so a lost id is a lost database. */
export function RemoveDatabase({ id, onRemove }: RemoveDatabaseProps): ReactElement {
  const [question, setQuestion] = useState<'none' | 'asked' | 'denied'>('none');
  if (question !== 'asked')
    return (
      <footer className="detail-foot">
        <button
          type="button"
          className="button quiet"
          // Where the focus was before the question.
          autoFocus={question === 'denied'}
          onClick={() => setQuestion('asked')}
        >
          Remove from this page
        </button>
      </footer>
    );
  return (
    <footer className="detail-foot">
      <div className="detail-question" role="group" aria-label="Remove from this page?">
        <p>
          The database itself stays as it is, and is billed on. The API cannot list databases: without its id nobody
          finds it here again.
        </p>
        <p className="detail-command">
          <code>{id}</code>
          <CopyButton text={id} what="id before it is removed" />
        </p>
        <div className="detail-buttons">
          <button type="button" className="button" onClick={onRemove}>
            Remove it
          </button>
          <button type="button" className="button quiet" autoFocus onClick={() => setQuestion('denied')}>
            Keep it
          </button>
        </div>
      </div>
    </footer>
  );
}
