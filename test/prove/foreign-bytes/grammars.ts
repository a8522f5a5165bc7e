import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Table, tableToIPC, TimestampMillisecond, Utf8, vectorFromArray } from 'apache-arrow';
import { formatLine } from '../../../src/persistence/directory/journal-lines.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { sampleVectorIndices } from '../../support/sample-vector-indices.js';
import { root } from '../../docs/root.js';
import type { Grammar } from './near-texts.js';

const JSON_PART = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+|\s+/g;
const JSON_TOKENS = [
  ...['[', '{"a":', '{},', '[],', '0,', '""', '"a",', '"a":1,', '"\\u0000', '\\', '\\"', '\\ud800', '\ufeff'],
  ...['null', 'true', '-1', '1e400', '9007199254740993', '9223372036854775807', '5e-324', '"__proto__":', '"9"'],
];

const json = (...samples: readonly unknown[]): Grammar => ({
  samples: samples.map((sample) => JSON.stringify(sample)),
  part: JSON_PART,
  tokens: JSON_TOKENS,
});

/** Each record has the id of its place: a record of another id is refused before it is read. */
const record = { ...sampleDatabase, database_id: 'id-0', password: 'secret', rest_token: 'another secret' };

const indices = sampleVectorIndices(2).map((index) => ({ id: index.id, record: index }));

/**
 * Every kind of message between the members of a group, over Redis and between tabs. The answers are later than those
 * of the receiver.
 */
const answers = [
  { key: 'id-0', order: 101, version: 101, content: { record }, ageMs: 5 },
  { key: 'id-1', order: 102, isUnordered: true, error: { code: 'unavailable', message: 'x' } },
  { key: '/vector-indices', order: 103, version: 103, content: indices },
];
const messages = [
  { kind: 'wants', wants: Object.entries({ 'id-0': 5000, 'id-1': null }), isFirst: true },
  { kind: 'answers', answers },
  { kind: 'hold', delayMs: 5000 },
  { kind: 'ask', keys: ['id-0'] },
  { kind: 'retry', key: 'id-0' },
  { kind: 'pulse', latest: 9 },
];
const request = { requestId: 1, count: 2, after: 0, isUrgent: true };
const tabMessages = [
  { kind: 'look' },
  { kind: 'state', after: 4, requests: [request], isPing: true },
  { kind: 'holding', isNew: true },
  { kind: 'give', to: 'tab-2', requestId: 1, turns: [5, 6] },
  { kind: 'data', message: { number: 1, message: messages[0] } },
];

const AT = 1_700_000_000_000;
const entry = { id: 'id-0', status: 'fresh', record, confirmedAt: AT, changedAt: AT };
const usage = { resource: 'database', id: 'id-0', field: 'db_max_clients', used: 7, at: AT, history: [1, 2] };
const snapshot = {
  format: 1,
  added: ['id-0', 'id-1'],
  databases: [entry, { id: 'id-1', status: 'missing' }],
  indices: [{ ...entry, id: 'a', record: { ...sampleVectorIndices(1)[0], id: 'a' } }],
  listedAt: AT,
  usage: [usage],
};

const journal = [
  { generation: 1, line: 0, end: 0, format: 2 },
  { generation: 1, line: 1, end: 2, key: 'id/id-0', text: '{"place":1}' },
  { generation: 1, line: 2, end: 2, key: 'id/id-1', text: '' },
  { generation: 1, line: 3, end: 3, key: 'id/id-1' },
  { generation: 1, line: 4, end: 4, key: '__proto__', text: '[' },
].map(formatLine);
const cutLines = journal.map((line) => line.slice(0, 40));

const labels = {
  metric: { __name__: 'used', id: 'a' },
  values: [
    [1_772_323_200, '5'],
    [1_772_323_260, '+Inf'],
  ],
};
const rows = [
  { time: '2026-03-01T00:00:00Z', id: 'a', status: 'stale', db_max_clients_used: 5, own: 0.5 },
  { time: 1_772_323_260_000, id: 'a', resource: 'index', own: '9223372036854775807', note: ['x'] },
];

const table = new Table({
  time: vectorFromArray([1_772_323_200_000, 1_772_323_260_000], new TimestampMillisecond('UTC')),
  id: vectorFromArray(['a', 'b']),
  used: vectorFromArray([3n, null]),
  own: vectorFromArray(['x', 'y'], new Utf8()),
});

const arrowFile = Buffer.from(tableToIPC(table, 'file'));
const from = arrowFile.indexOf(Buffer.from(BigInt64Array.of(1_772_323_200_000n).buffer));
const to = arrowFile.indexOf(Buffer.from('ffffffff00000000', 'hex'), from);

/**
 * A file of Arrow with other values, whose bytes are the characters of a text. Its descriptions stay: a damaged count in one
 * of them keeps apache-arrow busy for minutes.
 */
export function arrowFileOf(text: string): Uint8Array {
  const values = Buffer.alloc(to - from);
  values.write(text, 'latin1');
  return Buffer.concat([arrowFile.subarray(0, from), values, arrowFile.subarray(to)]);
}

/** The grammars by the name of their reader in `readers.ts`. */
export const grammars = {
  csv: {
    samples: [
      'time,id,resource,status,db_max_clients_used,own\r\n2026-03-01T00:00:00+01:00,a,index,stale,5,"x ""y"""\r\n1772323260000,b,,,NA,\n',
      'time;id;own\n2026-03-29 02:30;a;3,5\n2026-03-01;b;-1e9\n',
    ],
    part: /"(?:[^"]|"")*"|[,;\t]|\r?\n|[^",;\t\r\n]+/g,
    tokens: [
      ...[',', 'a,', '\n', '""', ';', '\t', '\r', '"', '"\n"', 'time,id\n', '2026-03-01T00:00:00Z,a\n', '\ufeff', '\0'],
      ...['9223372036854775807', '18446744073709551616', '1e400', '3,5', '-1', '9'],
      ...['NA', 'nan', '2025-10-26 02:30', '+25:99'],
    ],
  },
  'json rows': json(rows, rows[0], { time: [1_772_323_200_000], id: ['a'], own: [1] }),
  'json lines': {
    samples: [rows.map((row) => `${JSON.stringify(row)}\n`).join('')],
    part: JSON_PART,
    tokens: [...JSON_TOKENS, '\n', '{"time":1772323200000,"id":"a"}\n'],
  },
  prometheus: json(
    { status: 'success', data: { resultType: 'matrix', result: [labels] } },
    { status: 'error', error: 'x' },
  ),
  arrow: {
    samples: [arrowFile.toString('latin1', from, to)],
    part: /[^]{1,4}/g,
    tokens: ['\xff\xff\xff\xff', '\0\0\0\0', '\xff\xff\xff\x7f', '\x01\0\0\0', '\0\0\0\x80', '\x10\0\0\0', 'a'],
  },
  record: json(record, { database_id: 'id-0' }),
  list: json(sampleVectorIndices(3), []),
  snapshot: json(snapshot),
  message: json(...messages.map((message, number) => ({ number, message })), ...tabMessages),
  'retry-after': {
    samples: ['120', 'Wed, 21 Oct 2026 07:28:00 GMT', 'Wednesday, 21-Oct-26 07:28:00 GMT', 'Wed Oct 21 07:28:00 2026'],
    part: /[a-z]+|\d+|./gi,
    tokens: ['0', '9', '-', '.', ' ', ',', ':', 'GMT', 'Wed, ', 'Oct', '00:', '1e9', 'Infinity', '\t', '\u00e9'],
  },
  info: {
    samples: [
      '# Clients\r\nconnected_clients:3\r\nused_memory:1024\r\ninstantaneous_ops_per_sec:5\r\ntotal_commands_processed:77\r\naof_enabled:1\r\naof_current_size:12\r\n',
      'connected_clients:1\n',
    ],
    part: /[a-z_]+|\d+|\r?\n|./gi,
    tokens: [
      ...['\r\n', '\n', ':', '# Memory\r\n', 'used_memory:', 'connected_clients:1\r\n', 'a:1\n'],
      ...['0', '9', '-1', '1e9'],
    ],
  },
  yaml: {
    samples: [
      readFileSync(join(root, 'docs/examples/monitor/fleetglass.yaml'), 'utf8')
        .split('\n')
        .filter((line) => !/^\s*#/.test(line))
        .join('\n'),
      'service: { baseUrl: http://127.0.0.1:4870, username: demo, password: demo }\nstate: ./state\nids: [{ type: list, ids: [a] }]\n',
    ],
    part: /[\w.]+|\n *|"[^"]*"|./g,
    tokens: [
      ...['- ', 'a: ', '\n', '\n  ', '&a ', '*a ', '<<: ', '!!str ', '? ', '| ', '> ', '"', "'", '{', '['],
      ...['- a\n', 'a: 1\n', '--- ', '# '],
      ...['${HOME}', '${', '$${', '\t', '\0', '~', '1e9', '0x7f', 'rules:', 'unless: ', 'every: ', '5m'],
    ],
    isOwn: true,
  },
  journal: {
    samples: [journal.join(''), journal.slice(0, 4).join('')],
    part: /[^\n]*\n/g,
    tokens: [...journal, ...cutLines, '\n', '{"sum":"00000000","generation":1}\n', '{', '\0'],
  },
} satisfies Record<string, Grammar>;
