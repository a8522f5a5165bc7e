import { useEffect, useRef, useState, type ReactElement, type SubmitEvent } from 'react';
import { useCreateDatabase } from '../../../../bindings/react/index.js';
import { Dialog } from '../shell/dialog.js';
import { CreateFields } from './create-fields.js';
import { LeaveQuestion } from './leave-question.js';
import { RefusalNotice } from './refusal-notice.js';
import { SubmitButtons } from './submit-buttons.js';
import { useDraft } from './use-draft.js';
import { useHeldFocus } from './use-held-focus.js';

export interface CreateDatabaseProps {
  readonly onClose: () => void;
  /** Called with the id of the new database. */
  readonly onCreated: (id: string) => void;
}

/** The form that creates a database. */
export function CreateDatabase({ onClose, onCreated }: CreateDatabaseProps): ReactElement {
  const draft = useDraft();
  const creation = useCreateDatabase();
  const form = useRef<HTMLFormElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  const isPending = creation.status === 'pending';
  const error = creation.status === 'failed' ? creation.error : undefined;
  const wrongFields = useFocusOnFirstError(form);

  // The dialog took the focus to its first button when it opened.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  useHeldFocus(form, creation.status, isLeaving);

  function close(): void {
    // While it is being sent, what becomes of it is still to be told.
    if (isPending) return;
    if (draft.isTouched) setLeaving(true);
    else onClose();
  }

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (isPending) return;
    draft.leaveAll();
    if (draft.request === undefined) return wrongFields.focus();
    const database = await creation.create(draft.request);
    if (database === undefined) return;
    onClose();
    onCreated(database.database_id);
  }

  return (
    <Dialog title="New database" onClose={close}>
      <form ref={form} className="create" noValidate onSubmit={(event) => void submit(event)} aria-busy={isPending}>
        <div className="create-fields" inert={isPending}>
          <CreateFields {...draft} />
        </div>
        <footer className="create-foot">
          <div role="alert" tabIndex={-1}>
            {error !== undefined && <RefusalNotice error={error} />}
          </div>
          {isLeaving ? (
            <LeaveQuestion onLeave={onClose} onStay={() => setLeaving(false)} />
          ) : (
            <SubmitButtons isPending={isPending} error={error} onCancel={close} onLooked={creation.reset} />
          )}
        </footer>
      </form>
    </Dialog>
  );
}

/** Takes whoever tried to send to the first field that is wrong, once it says so. */
function useFocusOnFirstError(form: { readonly current: HTMLFormElement | null }): { focus(): void } {
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, tries]);
  return { focus: () => setTries((before) => before + 1) };
}
