import { version as ofDom } from 'react-dom';
import { version } from 'react';
import { expect, inject, test } from 'vitest';

test('the React under test has the version of the project', () => {
  const expected = inject('react') ?? '19';
  expect([version, ofDom].map((each) => each.split('.')[0])).toEqual([expected, expected]);
});
