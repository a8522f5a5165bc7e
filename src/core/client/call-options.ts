import type { Database } from '../records/database.js';
import type { VectorIndex } from '../records/vector-index.js';
import { abortSignal, optional } from '../shared/option-schemas.js';

/** The options of every operation. */
export interface CallOptions {
  /** Aborts the request. @default none */
  readonly signal?: AbortSignal | undefined;
}

/** The options of `createDatabase`. */
export interface CreateDatabaseOptions extends CallOptions {
  /** Allows fields and enum values that are newer than api.md. @default false */
  readonly allowUndocumented?: boolean | undefined;
}

/** The options of `getDatabase` of a client. */
export interface GetDatabaseOptions extends CallOptions {
  /** With `hide`, the service removes credentials from its response. @default 'hide' */
  readonly credentials?: 'hide' | 'show' | undefined;
  /** An earlier response for this id. Equal values are shared with it; for an equal response it is returned. @default none */
  readonly previous?: Database | undefined;
}

/** The options of `listVectorIndices` of a client. */
export interface ListVectorIndicesOptions extends CallOptions {
  /** An earlier response. Equal values are shared with it; for an equal response it is returned. @default none */
  readonly previous?: readonly VectorIndex[] | undefined;
}

export const signalOption = optional(abortSignal);

export const callOptions = { signal: signalOption };
