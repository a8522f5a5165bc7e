import { expect, it, onTestFinished } from 'vitest';
import { listAsCsv } from '../../../../../src/apps/dashboard/page/grid/action-bar.js';
import { withoutFormula } from '../../../../../src/format/csv-cell.js';
import { createFleet, decodeDatabase, upsertDatabase } from '../../../../../src/index.js';

it('saves all digits of a limit, and nothing for an unknown use', () => {
  const fleet = createFleet({ baseUrl: 'http://127.0.0.1:8080', credentials: { username: 'a', password: 'b' } });
  onTestFinished(() => fleet.dispose());
  const body = '{"database_id":"a","database_name":"orders","db_max_clients":9223372036854775807}';
  const { record } = decodeDatabase(body);
  if (record !== undefined) upsertDatabase(fleet, record);
  const [head = '', line = ''] = listAsCsv(fleet, 'database', ['a']).split('\r\n');
  const at = head.split(',').indexOf('db_max_clients');
  expect(line.split(',').slice(at - 1, at + 1)).toEqual(['', '9223372036854775807']);
});

it.each(['=1', '＝1', '＋1', '－1', '＠1'])('saves %s as a text', (text) => {
  expect(withoutFormula(text)).toBe(`'${text}`);
});
