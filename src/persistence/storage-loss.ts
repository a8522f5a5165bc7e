import type { StorageLoss } from '../core/fleet/persistence.js';
import { splitKey } from './stored-values.js';

const WORDS: Readonly<Record<string, readonly [kind: StorageLoss['kind'], noun: string]>> = {
  id: ['id', 'The id'],
  create: ['create', 'The unconfirmed create'],
  record: ['database', 'The last record of the database'],
  index: ['index', 'The last record of the vector index'],
  usage: ['usage', 'The reported usage of'],
  change: ['transition', 'The transition'],
};

/** @param problem completes a sentence about the value, or is a sentence if the key is not known. */
export function describeLoss(key: string | undefined, problem: string): StorageLoss {
  if (key === undefined) return { kind: 'unknown', message: problem };
  const [prefix, id] = splitKey(key);
  const [kind, noun] = WORDS[prefix] ?? (['unknown', 'The value'] as const);
  return { kind, id, message: `${noun} ${id} ${problem}.` };
}
