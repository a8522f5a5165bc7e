import type { ReactNode } from 'react';
import type { RowService } from './row-service.js';

/** One way to keep a list of databases up to date. */
export interface RowsCandidate {
  /** Calls `onRender` from each row that renders. */
  list(onRender: (id: string) => void): ReactNode;
  /** Polls these, as the scheduler of the library does when they are due; resolves when it has the answers. */
  poll(ids: readonly string[]): Promise<unknown>;
}

export type MakeRows = (service: RowService) => RowsCandidate;
