import { useState } from 'react';
import { changeDraft, EMPTY_DRAFT, type Draft } from './draft.js';
import { explainIssue, selectWrongFields, type CreateField } from './explain-issue.js';
import { readDraft, type DraftReading } from './read-draft.js';

/** A draft that is being filled in. */
export interface DraftState extends DraftReading {
  readonly draft: Draft;
  /** Whether there is anything that could be lost. */
  readonly isTouched: boolean;
  change(change: Partial<Draft>): void;
  /** A field was left: from now on, what is wrong with it is said. */
  leave(field: CreateField): void;
  /** Somebody tried to send it: from now on, all that is wrong is said. */
  leaveAll(): void;
  /** What is to be said about a field; `undefined` while that would be too early. */
  errorOf(field: CreateField): string | undefined;
}

/** Checks a draft with each change. What is wrong is said once a field was left, and unsaid as soon as it is right. */
export function useDraft(): DraftState {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const reading = readDraft(draft);
  const { issues } = reading;
  return {
    ...reading,
    draft,
    isTouched: draft !== EMPTY_DRAFT && JSON.stringify(draft) !== JSON.stringify(EMPTY_DRAFT),
    change: (change) => setDraft((before) => changeDraft(before, change)),
    leave: (field) => setLeft((before) => new Set([...before, field])),
    leaveAll: () => setLeft((before) => new Set([...before, ...selectWrongFields(issues)])),
    errorOf: (field) => (left.has(field) ? explainIssue(issues, field) : undefined),
  };
}
