import { useEffect, useRef, useState, type ReactElement, type SubmitEvent } from 'react';
import { useCreateDatabase } from '../../../../bindings/react/index.js';
import { Dialog } from '../shell/dialog.js';
import { CreateFields } from './create-fields.js';
import { DiscardQuestion, SubmitButtons } from './form-buttons.js';
import { useDraft } from './use-draft.js';
import { explainRefusal, type CreateField } from './explain-issue.js';
import { useFormFocus } from './use-form-focus.js';
import type { Draft } from './draft.js';
import type { FleetError } from '../../../../index.js';
import { printable } from '../../../../format/printable.js';
import { Icon } from '../shell/icon.js';
import { describeCreateError } from './describe-create-error.js';

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
  const [isDiscarding, setDiscarding] = useState(false);
  const isPending = creation.status === 'pending';
  const error = creation.status === 'failed' ? creation.error : undefined;
  const firstError = useFocusOnFirstError(form);

  // The dialog focuses its first button when it opens.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  useFormFocus(form, creation.status, isDiscarding);

  const errorOf = (field: CreateField): string | undefined => draft.errorOf(field) ?? explainRefusal(error, field);

  function change(changed: Partial<Draft>): void {
    draft.change(changed);
    // The refusal is about the request before the change.
    if (error?.code === 'rejected') creation.reset();
  }

  function close(): void {
    // The outcome of a pending request must stay visible.
    if (isPending) return;
    if (draft.isDirty) setDiscarding(true);
    else onClose();
  }

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (isPending) return;
    draft.touchAll();
    if (draft.request === undefined) return firstError.focus();
    const database = await creation.create(draft.request);
    if (database === undefined) return;
    onClose();
    onCreated(database.database_id);
  }

  return (
    <Dialog title="New database" onClose={close}>
      <form ref={form} className="create" noValidate onSubmit={(event) => void submit(event)} aria-busy={isPending}>
        <div className="create-fields" inert={isPending}>
          <CreateFields {...draft} change={change} errorOf={errorOf} />
        </div>
        <footer className="create-foot">
          <div role="alert" tabIndex={-1}>
            {error !== undefined && <CreateErrorNotice error={error} />}
          </div>
          {error === undefined && !isDiscarding && (
            <p className="create-consequence">
              The database starts at once, with the cost of its plan. Only the console of the service can delete it.
            </p>
          )}
          {isDiscarding ? (
            <DiscardQuestion onDiscard={onClose} onKeep={() => setDiscarding(false)} />
          ) : (
            <SubmitButtons isPending={isPending} error={error} onCancel={close} onConfirmedAbsent={creation.reset} />
          )}
        </footer>
      </form>
    </Dialog>
  );
}

/** Moves the focus to the first invalid field, after its error is rendered. */
function useFocusOnFirstError(form: { readonly current: HTMLFormElement | null }): { focus(): void } {
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, attempts]);
  return { focus: () => setAttempts((before) => before + 1) };
}

interface CreateErrorNoticeProps {
  readonly error: FleetError;
}

/** Shows why a create failed, or that its outcome is unknown. Announced to screen readers. */
function CreateErrorNotice({ error }: CreateErrorNoticeProps): ReactElement {
  const { title, advice, details, isOutcomeUnknown, isForUser } = describeCreateError(error);
  return (
    <div className="detail-notice create-refusal" data-tone={isOutcomeUnknown ? 'warning' : 'error'}>
      <Icon name="warning" />
      <div>
        <strong>{title}</strong>
        <p>{advice}</p>
        {isForUser ? (
          <p className="create-error-message">{printable(details)}</p>
        ) : (
          <details className="detail-technical">
            <summary>Technical details</summary>
            <p>{printable(details)}</p>
          </details>
        )}
      </div>
    </div>
  );
}
