import type { Part } from './binding-under-test.js';

/** Each hook of a binding at least once. No two components use the same database. */
export const everyPart: readonly Part[] = [
  { ask: 'database', id: 'a' },
  { ask: 'selection', id: 'b', selector: (record) => record?.state },
  { ask: 'entry', id: 'c' },
  { ask: 'databases' },
  { ask: 'databases', ids: ['e'] },
  { ask: 'entries', ids: ['f'] },
  { ask: 'index', id: 'i' },
  { ask: 'indices' },
  { ask: 'limits', resource: 'database', id: 'd' },
  { ask: 'limits', resource: 'index', id: 'i' },
  { ask: 'summary' },
  { ask: 'polling' },
  { ask: 'transitions', id: 'a' },
  { ask: 'known' },
  { ask: 'creation', request: { database_name: 'x', platform: 'aws', primary_region: 'eu-west-1' } },
];
