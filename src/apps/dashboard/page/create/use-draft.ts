import { useState } from 'react';
import { changeDraft, EMPTY_DRAFT, type Draft } from './draft.js';
import { explainIssue, selectInvalidFields, type CreateField } from './explain-issue.js';
import { readDraft, type DraftReading } from './read-draft.js';

/** The state of the form. */
export interface DraftState extends DraftReading {
  readonly draft: Draft;
  /** Whether the form has unsaved input. */
  readonly isDirty: boolean;
  change(change: Partial<Draft>): void;
  /** Marks a field as touched: from now on its error is shown. */
  touch(field: CreateField): void;
  /** Marks all fields as touched, after an attempt to submit. */
  touchAll(): void;
  /** Returns the error of a field that was touched. */
  errorOf(field: CreateField): string | undefined;
}

/** Validates the form at each change. An error appears after its field was touched, and disappears when the field is valid. */
export function useDraft(): DraftState {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const reading = readDraft(draft);
  const { issues } = reading;
  return {
    ...reading,
    draft,
    isDirty: draft !== EMPTY_DRAFT && JSON.stringify(draft) !== JSON.stringify(EMPTY_DRAFT),
    change: (change) => setDraft((before) => changeDraft(before, change)),
    touch: (field) => setTouched((before) => new Set([...before, field])),
    touchAll: () => setTouched((before) => new Set([...before, ...selectInvalidFields(issues)])),
    errorOf: (field) => (touched.has(field) ? explainIssue(issues, field) : undefined),
  };
}
