import { describe, expect, it } from 'vitest';
import { decodeDatabase } from '../../src/core/records/decode.js';
import { exactRecord } from '../../src/format/exact-record.js';
import { formatJson, formatJsonLine } from '../../src/apps/terminal/command-io.js';

function decoded(text: string): object {
  const { record } = decodeDatabase(text);
  if (record === undefined) throw new Error('the record did not decode');
  return record;
}

describe('exactRecord', () => {
  it('keeps all digits of large integers, also in printed JSON', () => {
    const text = '{"database_id":"1","db_request_limit":8024278031528736858,"port":6379,"budget":-9007199254740993}';
    expect(formatJsonLine(exactRecord(decoded(text)))).toBe(text);
  });

  it('does not change other values', () => {
    const text = '{"database_id":"1","unknown":[1.5,"2",null,{"deep":true}],"throughput":0.1}';
    expect(formatJsonLine(exactRecord(decoded(text)))).toBe(text);
  });
});

describe('formatJson', () => {
  it('prints one document over several lines', () => {
    expect(formatJson({ a: [1n, 'b'] })).toBe('{\n  "a": [\n    1,\n    "b"\n  ]\n}');
  });
});
