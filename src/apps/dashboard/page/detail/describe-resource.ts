import type { Database, IndexRecord } from '../../../../index.js';
import { placeOf, planNameOf, wordOf } from '../shell/names.js';
import { textOf } from '../shell/text-of.js';

/** Describes a database in a few words: its plan and its region. */
export function describeDatabase({ type, primary_region: region }: Database): string {
  return join(planNameOf(textOf(type)), describeRegion(textOf(region)));
}

/** Describes a vector index in a few words: its kind, its plan and its region. */
export function describeIndex({ index_type: kind, type, region }: IndexRecord): string {
  return join(wordOf(textOf(kind)), planNameOf(textOf(type)), describeRegion(textOf(region)));
}

function describeRegion(region: string): string {
  const place = placeOf(region);
  return place === '' ? region : `${region}, ${place}`;
}

function join(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' · ');
}
