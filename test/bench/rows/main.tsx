import { createRoot } from 'react-dom/client';
import { bareRows, fleetglassRows, queryRows, type MakeRows } from './candidates.js';
import type { Database } from '../../../src/index.js';
import { createRowService } from './row-service.js';

const makers: Readonly<Record<string, MakeRows>> = { bare: bareRows, fleetglass: fleetglassRows, query: queryRows };

const parameters = new URLSearchParams(location.search);
const make = makers[parameters.get('candidate') ?? ''];
if (make === undefined) throw new Error('no such candidate');
const service = createRowService(Number(parameters.get('rows')));
const { list, poll } = make(service);

let renders: string[] = [];
createRoot(document.body.appendChild(document.createElement('main'))).render(list((id) => renders.push(id)));

let at = 0;
globalThis.sample = async (isRound) => {
  at = (at + 7) % service.ids.length;
  const changed = service.ids[at] ?? '';
  service.change(changed);
  renders = [];
  const start = performance.now();
  await poll(isRound ? service.ids : [changed]);
  await painted();
  return { changed, paintedMs: performance.now() - start, renders };
};
globalThis.shown = (id) => document.body.innerText.split('\n').find((row) => row.startsWith(`${id} `)) ?? '';
globalThis.expected = (id) => {
  const { database_name, state, db_max_clients } = JSON.parse(service.textOf(id)) as Database;
  return `${database_name} ${state} ${db_max_clients}`;
};

await poll(service.ids);
await painted();
document.title = 'ready';

/** Resolves after the next frame is on the screen, which is when the frame after it begins. */
async function painted(): Promise<void> {
  for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** The measurement of a poll in which one record changes. */
interface Sample {
  readonly changed: string;
  /** The time from the request until the change is on the screen. */
  readonly paintedMs: number;
  /** The ids of the rendered rows. */
  readonly renders: readonly string[];
}

declare global {
  /** Changes one record, and polls either this record or all records. */
  var sample: (isRound: boolean) => Promise<Sample>;
  /** Returns the text of a database's row. */
  var shown: (id: string) => string;
  var expected: (id: string) => string;
}
