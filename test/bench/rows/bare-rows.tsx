import { useSyncExternalStore } from 'react';
import type { Database } from '../../../src/index.js';
import type { MakeRows } from './candidate.js';
import { RowCells } from './row-cells.js';

/** The floor: a Map of records, a Map of callbacks, a fetch, JSON.parse, and a comparison of the texts. */
export const bareRows: MakeRows = ({ ids, fetch }) => {
  const texts = new Map<string, string>();
  const records = new Map<string, Database>();
  const listeners = new Map<string, () => void>();

  function Row({ id, onRender }: { id: string; onRender: (id: string) => void }) {
    onRender(id);
    const subscribe = (listener: () => void) => {
      listeners.set(id, listener);
      return () => listeners.delete(id);
    };
    return <RowCells database={useSyncExternalStore(subscribe, () => records.get(id))} />;
  }
  async function poll(id: string): Promise<void> {
    const text = await (await fetch(`https://api.example.com/v2/redis/database/${id}`)).text();
    if (texts.get(id) === text) return;
    texts.set(id, text);
    records.set(id, JSON.parse(text) as Database);
    listeners.get(id)?.();
  }
  return {
    list: (onRender) => ids.map((id) => <Row key={id} id={id} onRender={onRender} />),
    poll: (due) => Promise.all(due.map(poll)),
  };
};
