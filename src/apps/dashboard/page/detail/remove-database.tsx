import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Dialog } from '../shell/dialog.js';
import { CopyButton } from '../shell/copy.js';

export interface RemoveDatabaseProps {
  readonly id: string;
  readonly name: string;
  readonly isMissing: boolean;
  readonly onRemove: () => void;
}

/** Asks before it removes an id: the API lists no databases, so nobody can find an id again that is written down nowhere. */
export function RemoveDatabase(props: RemoveDatabaseProps): ReactElement {
  const [isAsking, setAsking] = useState(false);
  return (
    <footer className="detail-foot">
      <button type="button" className="button" onClick={() => setAsking(true)}>
        Remove from this page
      </button>
      {isAsking && (
        <Dialog title={`Remove ${props.name} from this page?`} onClose={() => setAsking(false)}>
          <Question {...props} onCancel={() => setAsking(false)} />
        </Dialog>
      )}
    </footer>
  );
}

interface QuestionProps extends Omit<RemoveDatabaseProps, 'name'> {
  readonly onCancel: () => void;
}

function Question({ id, isMissing, onRemove, onCancel }: QuestionProps): ReactElement {
  const cancel = useRef<HTMLButtonElement>(null);
  // The dialog focuses its first button when it opens.
  useEffect(() => cancel.current?.focus(), []);
  return (
    <div className="detail-question">
      <p>
        {isMissing
          ? 'This page stops asking the service for this id.'
          : 'The database keeps running, with its data and its cost. Only this page forgets it.'}
      </p>
      <p>To show it here again, add it by its id. Keep the id: the service does not list databases.</p>
      <p className="detail-command">
        <code>{id}</code>
        <CopyButton text={id} name="id before it is removed" />
      </p>
      <div className="detail-buttons">
        <button ref={cancel} type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="button" className="button danger" onClick={onRemove}>
          Remove
        </button>
      </div>
    </div>
  );
}
