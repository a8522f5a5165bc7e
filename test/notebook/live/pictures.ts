import { createFleet, type Fleet, upsertDatabase } from '../../../src/index.js';
import { jupyterDisplay, type Display } from '../../../src/notebook/index.js';
import { sampleDatabase } from '../../support/sample-database.js';

export function picture(text: string): Display {
  const bundle = { 'text/html': `<b>${text}</b>`, 'text/plain': text };
  return { bundle, [jupyterDisplay]: () => bundle, toString: () => text };
}

/** A fleet that no service answers. Only `rename` changes it. */
export function createNamedFleet(): { fleet: Fleet; rename(name: string): void } {
  const fleet = createFleet({
    baseUrl: 'http://localhost',
    fetch: async () => Promise.reject(new TypeError('offline')),
  });
  const rename = (database_name: string): void => upsertDatabase(fleet, { ...sampleDatabase, database_name });
  rename('first');
  return { fleet, rename };
}

export function drawName(fleet: Fleet): Display {
  const record = fleet.databases.record(sampleDatabase.database_id, { passive: true }).value;
  return picture(record?.database_name ?? 'none');
}
