import { describe, expect, test } from 'vitest';
import type { Database } from '../../../src/core/records/database.js';
import { atRest, inState, isActive, readState } from '../../../src/core/records/database-state.js';

/** A record with any values that a service may send. */
const record = (fields: Readonly<Record<string, unknown>>): Database => fields as unknown as Database;

describe('atRest', () => {
  test.each([undefined, null, ''])('is true if modifying_state is %j', (value) => {
    expect(atRest(record({ modifying_state: value }))).toBe(true);
  });

  test('is true if modifying_state is absent', () => {
    expect(atRest(record({}))).toBe(true);
  });

  test.each<unknown>(['updating', ' ', 0, false, {}, [[]]])('is false if modifying_state is %j', (value) => {
    expect(atRest(record({ modifying_state: value }))).toBe(false);
  });
});

describe('isActive and inState', () => {
  test('read the state alone, and accept a state that api.md does not list', () => {
    expect(isActive(record({ state: 'active', modifying_state: 'updating' }))).toBe(true);
    expect(isActive(record({ state: 'Active' }))).toBe(false);
    expect(inState('hibernating')(record({ state: 'hibernating' }))).toBe(true);
    expect(inState('suspended')(record({}))).toBe(false);
  });
});

describe.each(['state', 'modifying_state'] as const)('readState of %s', (field) => {
  test.each<[unknown, string | undefined]>([
    ['active', 'active'],
    [' ', ' '],
    [0, '0'],
    [false, 'false'],
    [undefined, undefined],
    [null, undefined],
    ['', undefined],
  ])('reads %j as %j', (value, expected) => {
    expect(readState(record({ [field]: value }), field)).toBe(expected);
  });

  test('does not convert objects and lists', () => {
    const toString = (): never => {
      throw new Error('converted');
    };
    expect(readState(record({ [field]: { toString } }), field)).toBe('[object]');
    expect(readState(record({ [field]: [['active']] }), field)).toBe('[object]');
  });
});
