import type { IndexRecord } from '../../../../src/index.js';

/** Decodes the text of a list, keeps the records, and notifies the subscribers of each record. */
export interface ListStore {
  /** Takes an answer. A promise is awaited. */
  take(text: string): unknown;
  /** Calls `listener` for every change of the index from now on. @param at its place in the list */
  subscribe(id: string, at: number, listener: () => void): void;
  read(id: string): IndexRecord | undefined;
}

export interface ListPeer {
  readonly name: string;
  readonly remark?: string;
  readonly create: () => ListStore;
}
