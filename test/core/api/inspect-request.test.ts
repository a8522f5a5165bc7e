import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { inspectRequest } from '../../../src/core/api/inspect-request.js';

const schema = v.object({ name: v.string(), list: v.array(v.object({ size: v.number() })) });

describe('the inspection of a request', () => {
  it('names every wrong path at once, and fields that are not documented at any depth', () => {
    const body = { list: [{ size: 1, more: 1 }, { size: 'x' }], extra: true };
    expect(inspectRequest(schema, body)).toEqual([
      { path: 'name', message: 'missing, expected string' },
      { path: 'list[1].size', message: 'expected number' },
      { path: 'list[0].more', message: 'unknown field' },
      { path: 'extra', message: 'unknown field' },
    ]);
  });

  it('shows names that a caller made up short, and without what could forge a line of a log', () => {
    const [issue] = inspectRequest(schema, { name: '', list: [], [`a\n\u001b[31m${'b'.repeat(1000)}`]: 1 });
    expect(issue?.path).toBe(`a\ufffd\ufffd[31m${'b'.repeat(57)}`);
  });
});
