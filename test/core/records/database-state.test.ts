import { expect, test } from 'vitest';
import type { Database } from '../../../src/core/records/database.js';
import { atRest, inState, isActive, readState } from '../../../src/core/records/database-state.js';

/** A record with any values that a service may send. */
const record = (fields: Readonly<Record<string, unknown>>): Database => fields as unknown as Database;

test.each<[unknown, string | undefined]>([
  ['active', 'active'],
  [' ', ' '],
  [0, '0'],
  [false, 'false'],
  [undefined, undefined],
  [null, undefined],
  ['', undefined],
  // Objects and lists are not converted: this one has no `toString`.
  [Object.create(null), '[object]'],
  [[['active']], '[object]'],
])('a state of %j is read as %j, and a database without a modifying_state is at rest', (value, expected) => {
  for (const field of ['state', 'modifying_state'] as const)
    expect(readState(record({ [field]: value }), field)).toBe(expected);
  expect(atRest(record({ modifying_state: value }))).toBe(expected === undefined);
});

test('isActive and inState read the state alone, and accept a state that api.md does not list', () => {
  expect(isActive(record({ state: 'active', modifying_state: 'updating' }))).toBe(true);
  expect(isActive(record({ state: 'Active' }))).toBe(false);
  expect(inState('hibernating')(record({ state: 'hibernating' }))).toBe(true);
  expect(inState('suspended')(record({}))).toBe(false);
});
