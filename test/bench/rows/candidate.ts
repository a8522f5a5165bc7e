import type { ReactNode } from 'react';
import type { RowService } from './row-service.js';

/** A library that keeps a list of databases up to date. */
export interface RowsCandidate {
  /** Returns the list. Each row calls `onRender` when it renders. */
  list(onRender: (id: string) => void): ReactNode;
  /** Polls these databases, as the scheduler of the library does. Resolves after the answers. */
  poll(ids: readonly string[]): Promise<unknown>;
}

export type MakeRows = (service: RowService) => RowsCandidate;
