import type { Database } from '../../../../src/index.js';

/** What makes records of the texts of answers, keeps them, and tells who subscribes. */
export interface WireStore {
  take(id: string, text: string): void;
  /** Calls `listener` for every change from now on. */
  subscribe(id: string, listener: () => void): void;
  read(id: string): Database | undefined;
}

export interface WirePeer {
  readonly name: string;
  readonly remark?: string;
  readonly create: () => WireStore;
}
