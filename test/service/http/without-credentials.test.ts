import { expect, it } from 'vitest';
import { withoutCredentials } from '../../../src/service/http/without-credentials.js';

it('withoutCredentials removes credentials at every depth, and nothing else', () => {
  const record = {
    id: 'a',
    password: 'canary',
    access: { rest_token: 'canary', url: 'x', users: [{ name: 'b', user_password: { deep: 'canary' } }, 7, null] },
    lists: [[{ token: 'canary' }], 2n ** 63n],
    tokenizer: 3,
  };
  expect(withoutCredentials(record)).toEqual({
    id: 'a',
    access: { url: 'x', users: [{ name: 'b' }, 7, null] },
    lists: [[{}], 2n ** 63n],
    tokenizer: 3,
  });
});
