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
  ['list', ['unknown', 'The time of the last list of vector indices']],
]);

/** Describes a loss for people. A key says more than the engine's own words. */
export function describeLoss({ key, message, repaired = false }: EngineLoss): StorageLoss {
  const repair = repaired && { repaired };
  if (key === undefined) return { kind: 'unknown', message, ...repair };
  const [prefix, fullId] = splitKey(key);
  // The sequence number of a transition has leading zeros in its key.
  const id = prefix === 'change' ? fullId.replace(/^0+(?=\d)/, '') : fullId;
  const [kind, noun] = WORDS.get(prefix) ?? (['unknown', 'The value'] as const);
  const end = repaired ? 'was damaged and is restored from a second copy.' : 'is damaged and lost.';
  const subject = id === '' ? noun : `${noun} ${id}`;
  return { kind, ...(id !== '' && { id }), message: `${subject} ${end}`, ...repair };
}

/** Replaces the losses of ids that were found in their records. */
export function markRecovered(lost: StorageLoss[], ids: ReadonlySet<string>): void {
  for (const [at, { kind, id = '' }] of lost.entries())
    if (kind === 'id' && ids.has(id))
      lost[at] = { kind, id, message: `The id ${id} was damaged and is restored from its record.`, repaired: true };
}
