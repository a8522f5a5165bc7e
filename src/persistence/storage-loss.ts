import type { StorageLoss } from '../core/fleet/storage.js';
import type { EngineLoss } from './engine.js';
import { splitKey } from './stored-values.js';

const WORDS: ReadonlyMap<string, readonly [kind: StorageLoss['kind'], noun: string]> = new Map([
  ['id', ['id', 'The id']],
  ['create', ['create', 'The unconfirmed create']],
  ['record', ['database', 'The last record of the database']],
  ['index', ['index', 'The last record of the vector index']],
  ['usage', ['usage', 'The reported usage of']],
  ['usage-history', ['usage', 'The usage history of']],
  ['change', ['transition', 'The transition']],
  ['change-number', ['unknown', 'The number of the last transition']],
  ['list', ['unknown', 'The time of the last list of vector indices']],
]);

/** Describes a loss for people. A key says more than the engine's own words. */
export function describeLoss({ key, message, count, repaired = false }: EngineLoss): StorageLoss {
  const facts = { ...(count !== undefined && { count }), ...(repaired && { repaired }) };
  if (key === undefined) return { kind: 'unknown', message, ...facts };
  const [prefix, fullId] = splitKey(key);
  // The sequence number of a transition has leading zeros in its key.
  const id = prefix === 'change' ? fullId.replace(/^0+(?=\d)/, '') : fullId;
  const [kind, noun] = WORDS.get(prefix) ?? (['unknown', 'The value'] as const);
  const end = repaired ? 'was damaged and is restored from a second copy.' : 'is damaged and lost.';
  const subject = id === '' ? noun : `${noun} ${id}`;
  return { kind, ...(id !== '' && { id }), message: `${subject} ${end}`, ...facts };
}
