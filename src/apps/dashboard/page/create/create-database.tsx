import { type ReactElement, type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type CreationActions, type CreationMembers, useCreateDatabase } from '../../../../bindings/react/index.js';
import { Dialog } from '../shell/dialog.js';
import { CreateFields } from './create-fields.js';
import { type Draft, useDraft } from './draft.js';
import { type CreateField, describeCreateError, explainRefusal } from './describe-create-error.js';
import type { FleetError } from '../../../../index.js';
import { Callout, Segments, TechnicalDetails } from '../detail/section.js';
import { AddDatabases } from '../databases/add-database.js';
import { usePage } from '../server/use-page.js';
import { Button } from '../shell/button.js';
import { goTo } from '../shell/route.js';

const WAYS = ['Create', 'Add by id'] as const;

type Way = (typeof WAYS)[number];

/** Creates a database, or adds existing ones by their ids. The input of each way stays while the other one is shown. */
export function NewDatabase({ onClose }: { readonly onClose: () => void }): ReactElement {
  const page = usePage();
  const { mayCreate } = page.facts;
  const first: Way = mayCreate ? 'Create' : 'Add by id';
  const [{ way, isDiscarding }, show] = useState({ way: first, isDiscarding: false });
  const choose = (chosen: Way): void => show({ way: chosen, isDiscarding: false });
  const [hasIds, setHasIds] = useState(false);
  const draft = useDraft();
  const creation = useCreateDatabase({
    onSuccess({ database_id: id }) {
      draft.clear();
      closeUnless(hasIds && 'Add by id');
      page.addDatabases([id]);
      goTo({ view: 'database', selected: id });
    },
  });
  const form = useRef<HTMLFormElement>(null);
  const { isPending, error } = creation;
  useFormFocus(form, creation.status, isDiscarding);

  const errorOf = (field: CreateField): string | undefined => draft.errorOf(field) ?? explainRefusal(error, field);

  function change(changed: Partial<Draft>): void {
    draft.change(changed);
    // The refusal is about the request before the change.
    if (error?.code === 'rejected') creation.reset();
  }

  /** Closes the dialog, unless a way has input: then shows that way with the question whether to discard its input. */
  function closeUnless(started: Way | false): void {
    if (started === false) onClose();
    else show({ way: started, isDiscarding: true });
  }

  // The outcome of a pending request must stay visible.
  const close = (): void => void (isPending || closeUnless(draft.isDirty ? 'Create' : hasIds && 'Add by id'));

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (isPending) return;
    // Renders the errors, so that the first one can get the focus.
    flushSync(draft.touchAll);
    if (draft.request !== undefined) return creation.create(draft.request);
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  const question = isDiscarding && <DiscardQuestion onDiscard={onClose} onKeep={() => choose(way)} />;
  return (
    <Dialog title={mayCreate ? 'New database' : 'Add databases'} onClose={close}>
      {mayCreate && !isPending && <Segments legend="How" choices={WAYS} chosen={way} onChoose={choose} />}
      <div className="stack" hidden={way !== 'Add by id'}>
        <AddDatabases onInput={setHasIds} onAdded={() => closeUnless(draft.isDirty && 'Create')} />
        {way === 'Add by id' && question}
      </div>
      <form ref={form} className="create" noValidate hidden={way !== 'Create'} onSubmit={submit} aria-busy={isPending}>
        <div className="create-fields" inert={isPending}>
          <CreateFields {...draft} change={change} errorOf={errorOf} />
        </div>
        <footer className="stack create-foot">
          <div role="alert" tabIndex={-1}>
            {error !== undefined && <CreateErrorNotice error={error} />}
          </div>
          {question || <SubmitButtons {...creation} onCancel={close} />}
        </footer>
      </form>
    </Dialog>
  );
}

function CreateErrorNotice({ error }: { readonly error: FleetError }): ReactElement {
  const { title, advice, details, isForUser } = describeCreateError(error);
  return (
    <Callout tone={error.code === 'outcome-unknown' ? 'warning' : 'error'} title={title}>
      <p>{advice}</p>
      {isForUser ? <p className="muted">{details}</p> : <TechnicalDetails text={details} />}
    </Callout>
  );
}

interface SubmitButtonsProps extends Pick<CreationMembers, 'isPending' | 'error'>, Pick<CreationActions, 'reset'> {
  readonly onCancel: () => void;
}

/** The buttons that submit and cancel the form. After an unknown outcome, the user must confirm before the next attempt. */
function SubmitButtons({ isPending, error, reset, onCancel }: SubmitButtonsProps): ReactElement {
  return (
    <div className="line wrap buttons">
      {error === undefined && (
        <p className="note prose">
          The database starts at once, with the cost of its plan. Only the console of the service can delete it.
        </p>
      )}
      <Button look="quiet" disabled={isPending} onClick={onCancel}>
        Cancel
      </Button>
      {error?.code === 'outcome-unknown' ? (
        // The key gives each button its own element. Otherwise this click would submit the form.
        <Button key="confirm" onClick={reset}>
          I checked: the database does not exist
        </Button>
      ) : (
        // `disabled` would remove the focus. A second click has no effect.
        <Button key="submit" type="submit" look="primary" aria-disabled={isPending}>
          {isPending ? 'Creating…' : 'Create database'}
        </Button>
      )}
    </div>
  );
}

function DiscardQuestion({ onDiscard, onKeep }: Readonly<Record<'onDiscard' | 'onKeep', () => void>>): ReactElement {
  return (
    <div className="line wrap buttons" role="group" aria-label="Discard your input?">
      <p>Discard your input?</p>
      <Button look="quiet" autoFocus onClick={onKeep}>
        Keep editing
      </Button>
      <Button onClick={onDiscard}>Discard</Button>
    </div>
  );
}

const FIELD = ':is(input, textarea)';

/** Targets of the focus, in order. No enabled button is a target, because a key that is still pressed would activate it. */
const TARGETS = ['[type=submit][aria-disabled=true]', '[role=alert][tabindex]:not(:empty)', FIELD];

/**
 * Keeps the focus in the shown form when its focused element disappears or becomes inert. The focus moves to the submit button
 * while the form is sent, then to the error message, otherwise to the first field.
 */
function useFormFocus(form: RefObject<HTMLFormElement | null>, status: string, isDiscarding: boolean): void {
  const shownForm = (): Element | null | undefined =>
    form.current?.closest('dialog')?.querySelector(':not([hidden]) > form:not([hidden])');
  // The dialog focuses its first button when it opens. The focus belongs to the first field.
  useEffect(() => shownForm()?.querySelector<HTMLElement>(FIELD)?.focus(), []);
  useEffect(() => {
    const shown = shownForm();
    if (shown == null || hasFocus(shown.closest('dialog') ?? shown)) return;
    const targets = TARGETS.map((selector) => shown.querySelector<HTMLElement>(selector));
    targets.find((target) => target !== null)?.focus();
  }, [status, isDiscarding]);
}

function hasFocus(element: Element): boolean {
  const { activeElement } = document;
  return activeElement !== null && element.contains(activeElement) && activeElement.closest('[inert]') === null;
}
