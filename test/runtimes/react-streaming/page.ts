import { createElement, Suspense, use, useState, type ReactElement } from 'react';
import { FleetProvider, HydrateFleet, useDatabase } from '../../../src/bindings/react/index.js';
import type { Fleet } from '../../../src/index.js';

/** A snapshot as JSON without `<`. The server has a promise of it. */
export type SnapshotText = (id: string) => string | Promise<string>;

/** A row in a `<Suspense>` for each database: its snapshot comes into the page with it. */
export function createPage(fleet: Fleet, ids: readonly string[], textOf: SnapshotText): ReactElement {
  const rows = ids.map((id) => {
    const fallback = createElement('p', { id: `fallback-${id}` }, 'loading');
    return createElement(Suspense, { key: id, fallback }, createElement(StreamedRow, { id, textOf }));
  });
  return createElement(FleetProvider, { fleet }, rows);
}

function StreamedRow({ id, textOf }: { readonly id: string; readonly textOf: SnapshotText }): ReactElement {
  const read = textOf(id);
  const text = typeof read === 'string' ? read : use(read);
  const [snapshot] = useState(() => JSON.parse(text));
  const script = { id: `snapshot-${id}`, type: 'application/json', dangerouslySetInnerHTML: { __html: text } };
  return createElement(HydrateFleet, { snapshot }, createElement(Row, { id }), createElement('script', script));
}

function Row({ id }: { readonly id: string }): ReactElement {
  const [clicks, setClicks] = useState(0);
  const state = useDatabase(id)?.state;
  return createElement('button', { id, onClick: () => setClicks(clicks + 1) }, `${state}, ${clicks} clicks`);
}
