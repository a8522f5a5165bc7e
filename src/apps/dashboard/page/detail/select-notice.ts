import type { Entry, ResourceKind, FleetErrorCode } from '../../../../index.js';
import { toSentence } from '../shell/names.js';

export interface EntryNotice {
  readonly tone: 'warning' | 'error';
  readonly title: string;
  readonly text: string;
  readonly details?: string;
}

/**
 * Returns the notice above an entry that is missing, stale or not loaded; `undefined` for an entry without a problem.
 *
 * @param isDown whether no request is answered, so that no record is current
 */
export function selectNotice(
  resource: ResourceKind,
  { status, record, error }: Entry<object>,
  isDown: boolean,
): EntryNotice | undefined {
  if (status === 'missing') return missingNotice(resource, record !== undefined);
  if (error === undefined && !isDown) return undefined;
  const reason = error === undefined ? WORDS.unavailable : describeErrorCode(error.code);
  // The panel already shows what was requested, so the name of the operation is removed.
  const details = error && { details: toSentence(error.message.replace(/^[\w-]+: /, '')) };
  if (record === undefined)
    return {
      tone: 'error',
      title: `This ${resource} could not be read`,
      text: `${reason}. The page tries again.`,
      ...details,
    };
  return { tone: 'warning', title: 'Last known values', text: `${reason}. The page tries again.`, ...details };
}

function missingNotice(noun: string, hasRecord: boolean): EntryNotice {
  if (hasRecord)
    return {
      tone: 'error',
      title: `The service no longer has this ${noun}`,
      text: `It may be deleted. Below are its last known values. The page checks regularly whether it returns.`,
    };
  return {
    tone: 'error',
    title: `The service has no ${noun} with this id`,
    text: `The id may be mistyped, or the ${noun} deleted or in another account. The page checks regularly.`,
  };
}

const WORDS: Readonly<Record<FleetErrorCode, string>> = {
  unauthorized: 'The service does not accept the account’s credentials',
  forbidden: 'The service denies access to the account',
  'not-found': 'The service has no resource with this id',
  'rate-limited': 'The service asks for fewer requests',
  rejected: 'The service refused the request',
  unavailable: 'The service does not answer',
  timeout: 'The service did not answer in time',
  aborted: 'The request was aborted',
  'bad-response': 'The answer is not valid',
  'invalid-request': 'The id is not valid',
  'outcome-unknown': 'The outcome of the request is unknown',
  storage: 'The storage does not work',
  'in-use': 'Another process uses the storage',
  disposed: 'The page has ended its connection',
};

function describeErrorCode(code: FleetErrorCode): string {
  return WORDS[code];
}
