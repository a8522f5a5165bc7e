import type { Entry } from '../../../../core/state/entry.js';
import type { ResourceKind } from '../../../../core/shared/resource-kind.js';
import { toSentence } from '../shell/sentence.js';
import type { FleetErrorCode } from '../../../../core/shared/fleet-error.js';

/** A problem of an entry, for display. */
export interface EntryNotice {
  readonly tone: 'warning' | 'error';
  readonly title: string;
  readonly text: string;
}

const NOUNS: Readonly<Record<ResourceKind, string>> = { database: 'database', index: 'index' };

/** Returns the notice above an entry that is missing, stale or not loaded; `undefined` for an entry without a problem. */
export function selectNotice(resource: ResourceKind, entry: Entry<object>): EntryNotice | undefined {
  const { status, record, error } = entry;
  const noun = NOUNS[resource];
  if (status === 'missing') return missingNotice(noun, record !== undefined);
  if (error === undefined) return undefined;
  const title = describeFailure(error.code);
  // The panel already shows what was requested, so the name of the operation is removed.
  const details = error.message.replace(/^[\w-]+: /, '');
  if (record === undefined) return { tone: 'error', title, text: toSentence(details) };
  return { tone: 'warning', title, text: `${toSentence(details)} Below is the last valid answer.` };
}

function missingNotice(noun: string, hasRecord: boolean): EntryNotice {
  if (hasRecord)
    return {
      tone: 'warning',
      title: `The service no longer has this ${noun}`,
      text: `The ${noun} may be deleted. The page checks regularly whether it returns. Below is its last known state.`,
    };
  return {
    tone: 'error',
    title: `The service has no ${noun} with this id`,
    text: `The id may be wrong, or the ${noun} may be deleted or belong to another account. The page checks regularly.`,
  };
}

const WORDS: Readonly<Record<FleetErrorCode, string>> = {
  unauthorized: 'The service does not accept the account’s credentials',
  forbidden: 'The service denies access to the account',
  'not-found': 'The service has no resource with this id',
  'rate-limited': 'Too many requests',
  rejected: 'The service refused the request',
  unavailable: 'The service does not answer or fails',
  timeout: 'The service did not answer in time',
  aborted: 'The request was aborted',
  'bad-response': 'The answer is not valid',
  'invalid-request': 'The id is not valid',
  'outcome-unknown': 'The outcome of the request is unknown',
  storage: 'The storage does not work',
  'in-use': 'Another process uses the storage',
  disposed: 'The fleet of this page was disposed',
};

/** Describes in a few words why the last request for a resource failed. */
export function describeFailure(code: FleetErrorCode): string {
  return WORDS[code];
}
