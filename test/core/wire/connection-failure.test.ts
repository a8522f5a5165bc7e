import { describe, expect, test } from 'vitest';
import { ConnectionFailure } from '../../../src/core/wire/failure.js';
import { hostile, named, revoked, throwing } from '../../support/hostile-values.js';

const withCode = (code: unknown, syscall?: string): Error => Object.assign(new Error('secret'), { code, syscall });

describe('the code of a failed connection', () => {
  test('is found in the causes of the errors of fetch and ofetch', () => {
    const wrapped = new Error('a', { cause: new TypeError('b', { cause: withCode('ECONNRESET') }) });
    expect(new ConnectionFailure(wrapped).code).toBe('ECONNRESET');
  });

  test('is the outermost known code', () => {
    const wrapped = Object.assign(withCode('A_CODE_OF_THEIRS'), { cause: withCode('ECONNREFUSED', 'connect') });
    expect(new ConnectionFailure(wrapped).code).toBe('ECONNREFUSED');
  });

  test('is never an unknown code, which could contain a secret', () => {
    for (const code of ['ESECRETPASSWORD', 'econnreset', '', 5, {}, ['ECONNRESET'], undefined]) {
      expect(new ConnectionFailure(withCode(code)).code).toBeUndefined();
    }
  });

  test('is searched up to a maximum depth, so circular causes end', () => {
    const circular = new Error('x');
    circular.cause = circular;
    expect(new ConnectionFailure(circular).code).toBeUndefined();
    let deep: Error = withCode('ECONNRESET');
    for (let depth = 0; depth < 5; depth++) deep = new Error('x', { cause: deep });
    expect(new ConnectionFailure(deep).code).toBeUndefined();
  });

  test.each(named([undefined, 'ECONNRESET', hostile, revoked, throwing('code'), throwing('cause')]))(
    'is absent if %s was thrown',
    (_, give) => {
      const failure = new ConnectionFailure(give());
      expect([failure.code, failure.syscall, failure.cause]).toEqual([undefined, undefined, undefined]);
    },
  );
});
