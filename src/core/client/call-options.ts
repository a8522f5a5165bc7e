import * as v from 'valibot';
import type { Database } from '../records/database.js';
import type { VectorIndex } from '../records/vector-index.js';
import { isObject } from '../shared/is-object.js';
import { aBoolean, abortSignal } from '../shared/option-schemas.js';

/** The options of every operation. */
export interface CallOptions {
  /** Aborts the request. @default none */
  readonly signal?: AbortSignal | undefined;
}

export interface CreateDatabaseOptions extends CallOptions {
  /** Allows fields and enum values that are newer than api.md. @default false */
  readonly allowUndocumented?: boolean | undefined;
}

export interface GetDatabaseOptions extends CallOptions {
  /** With `hide`, the service removes credentials from its response. @default 'hide' */
  readonly credentials?: 'hide' | 'show' | undefined;
  /** An earlier response for this id. Equal values are shared with it; for an equal response it is returned. @default none */
  readonly previous?: Database | undefined;
}

export interface ListVectorIndicesOptions extends CallOptions {
  /** An earlier response. Equal values are shared with it; for an equal response it is returned. @default none */
  readonly previous?: readonly VectorIndex[] | undefined;
}

const signal = v.optional(abortSignal);

export const callOptions = v.strictObject({ signal });

export const createDatabaseOptions = v.strictObject({ signal, allowUndocumented: v.optional(aBoolean) });

const EARLIER_ANSWER = 'an earlier answer';

export const getDatabaseOptions = v.strictObject({
  signal,
  credentials: v.optional(
    v.custom<'hide' | 'show'>((value) => value === 'hide' || value === 'show', '"hide" | "show"'),
  ),
  previous: v.optional(v.custom<Database>((value) => hasId(value, 'database_id'), EARLIER_ANSWER)),
});

export const listVectorIndicesOptions = v.strictObject({
  signal,
  previous: v.optional(
    v.custom<readonly VectorIndex[]>(
      (list) => Array.isArray(list) && list.every((record) => hasId(record, 'id')),
      EARLIER_ANSWER,
    ),
  ),
});

function hasId(record: unknown, field: string): boolean {
  return isObject(record) && typeof record[field] === 'string';
}
