import type { IndexRecord } from '../../../../src/index.js';

/** Decodes the text of a list, keeps the records, and notifies the subscribers of each record. */
export interface ListStore {
  /** Processes an answer. The harness awaits a promise. */
  take(text: string): unknown;
  /** Calls `listener` for every later change of the index. @param at its position in the list */
  subscribe(id: string, at: number, listener: () => void): void;
  read(id: string): IndexRecord | undefined;
}

export interface ListPeer {
  readonly name: string;
  readonly remark?: string;
  readonly create: () => ListStore;
}
