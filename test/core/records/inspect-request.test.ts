import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { inspectRequest } from '../../../src/core/records/inspect-request.js';

const schema = v.object({ name: v.string(), list: v.array(v.object({ size: v.number() })) });

describe('the inspection of a request', () => {
  it('lists every invalid path at once, and undocumented fields at any depth', () => {
    const body = { list: [{ size: 1, more: 1 }, { size: 'x' }], extra: true };
    expect(inspectRequest(schema, body)).toEqual([
      { path: 'name', message: 'missing, expected string' },
      { path: 'list[1].size', message: 'expected number' },
      { path: 'list[0].more', message: 'unknown field' },
      { path: 'extra', message: 'unknown field' },
    ]);
  });

  it('cuts unknown names, and replaces characters that could forge a log line', () => {
    const [issue] = inspectRequest(schema, { name: '', list: [], [`a\n\u001b[31m${'b'.repeat(1000)}`]: 1 });
    expect(issue?.path).toBe(`a\ufffd\ufffd[31m${'b'.repeat(57)}`);
  });
});
