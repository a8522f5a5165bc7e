import type { Database } from '../../../../src/index.js';

/** Decodes the texts of answers, keeps the records, and notifies subscribers. */
export interface WireStore {
  take(id: string, text: string): void;
  /** Calls `listener` for every later change. */
  subscribe(id: string, listener: () => void): void;
  read(id: string): Database | undefined;
}

export interface WirePeer {
  readonly name: string;
  readonly remark?: string;
  readonly create: () => WireStore;
}
