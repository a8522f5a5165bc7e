import type { StorageLoss } from '../core/fleet/persistence.js';
import type { EngineLoss } from './engine.js';
import { splitKey } from './stored-values.js';

const WORDS: Readonly<Record<string, readonly [kind: StorageLoss['kind'], noun: string]>> = {
  id: ['id', 'The id'],
  create: ['create', 'The unconfirmed create'],
  record: ['database', 'The last record of the database'],
  index: ['index', 'The last record of the vector index'],
  usage: ['usage', 'The reported usage of'],
  change: ['transition', 'The transition'],
};

/** Describes a loss for people. A key says more than the engine's own words. */
export function describeLoss({ key, message, repaired = false }: EngineLoss): StorageLoss {
  const repair = repaired && { repaired };
  if (key === undefined) return { kind: 'unknown', message, ...repair };
  const [prefix, id] = splitKey(key);
  const [kind, noun] = WORDS[prefix] ?? (['unknown', 'The value'] as const);
  const end = repaired ? 'was damaged and is restored from a second copy.' : 'is damaged and lost.';
  return { kind, id, message: `${noun} ${id} ${end}`, ...repair };
}
