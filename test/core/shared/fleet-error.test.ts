import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { FleetError } from '../../../src/core/shared/fleet-error.js';

const facts = { status: 429, retryAfterMs: 1000, issues: [{ path: 'plan', message: 'expected "free"' }] };

describe('a FleetError', () => {
  const error = new FleetError('rate-limited', 'get-database', 'refused', facts);

  test('serializes its properties and its message, without its stack', () => {
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'FleetError',
      code: 'rate-limited',
      operation: 'get-database',
      message: 'get-database: refused',
      ...facts,
    });
  });

  test('has only the given properties, and no unknown ones', () => {
    const bare = new FleetError('timeout', 'configure', 'x', { status: undefined });
    expect(Object.keys(bare).toSorted()).toEqual(['code', 'name', 'operation']);
    expect(Object.keys(JSON.parse(JSON.stringify(bare)) as object)).toEqual(['name', 'code', 'operation', 'message']);
    expect('cause' in bare).toBe(false);
    const more = { ...facts, cause: 'secret', headers: 'secret', body: 'secret' };
    const made = new FleetError('rejected', 'configure', 'x', more);
    expect(inspect(made, { showHidden: true, depth: Infinity }) + JSON.stringify(made)).not.toContain('secret');
  });
});
