import type { Entry } from '../../../../core/state/entry.js';
import type { ResourceKind } from '../../../../core/shared/resource-kind.js';
import { describeFailure } from './describe-failure.js';
import { sentence } from '../shell/sentence.js';

/** What is wrong with an entry, for people. */
export interface EntryNotice {
  readonly tone: 'warning' | 'error';
  readonly title: string;
  readonly text: string;
}

const NOUNS: Readonly<Record<ResourceKind, string>> = { database: 'database', index: 'index' };

/** What people have to know before they read an entry; `undefined` where it is as the service confirmed it last. */
export function selectNotice(resource: ResourceKind, entry: Entry<object>): EntryNotice | undefined {
  const { status, record, error } = entry;
  const noun = NOUNS[resource];
  if (status === 'missing') return missingNotice(noun, record !== undefined);
  if (error === undefined) return undefined;
  const title = describeFailure(error.code);
  // The operation in front of it is what this panel is about.
  const details = error.message.replace(/^[\w-]+: /, '');
  if (record === undefined) return { tone: 'error', title, text: sentence(details) };
  return { tone: 'warning', title, text: `${sentence(details)} What follows is the last good answer.` };
}

function missingNotice(noun: string, hasRecord: boolean): EntryNotice {
  if (hasRecord)
    return {
      tone: 'warning',
      title: `The service does not know this ${noun} any more`,
      text: 'It may be deleted, or come back: it is asked for again. What follows is how it was seen last.',
    };
  return {
    tone: 'error',
    title: `There is no such ${noun}`,
    text: 'It is deleted, was never there, or belongs to another account. Should it come back, it is shown.',
  };
}
