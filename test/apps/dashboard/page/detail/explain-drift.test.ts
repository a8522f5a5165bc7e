import { expect, it } from 'vitest';
import { driftOf } from '../../../../../src/core/records/drift-of.js';
import { explainDrift } from '../../../../../src/apps/dashboard/page/detail/explain-drift.js';
import { decoded } from './decoded.js';

const explain = (fields: object) => {
  const value = decoded(JSON.stringify({ database_id: 'a', ...fields }));
  return Object.fromEntries(
    driftOf(value)
      .map(explainDrift)
      .map((each) => [each.path, each]),
  );
};

it('explainDrift explains a difference, with the documented type', () => {
  const explained = explain({ port: 'none', state: 'hibernating', db_max_clients: -5 });
  expect(explained['port']).toEqual({
    path: 'port',
    kind: 'wrong-type',
    explanation: 'The value has another type than documented.',
    expected: 'int64',
  });
  expect(explained['state']).toMatchObject({
    kind: 'unknown-value',
    expected: '("active" | "suspended" | "passive")',
  });
  expect(explained['replicas']).toMatchObject({ explanation: 'The service did not send this field.' });
  expect(explained['db_max_clients']).toMatchObject({ kind: 'negative-limit' });
});
