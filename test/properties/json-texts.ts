import fc from 'fast-check';
import { databaseSchema } from '../../src/core/records/database.js';
import { vectorIndexSchema } from '../../src/core/records/vector-index.js';
import { sampleVectorIndices } from '../support/sample-vector-indices.js';

/** Names that objects inherit, and a name that must not be confused with a drift path. */
const HOSTILE_NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'length',
  '',
  '0',
  ':',
  'a"b',
  'throughput_vector[0].y',
];

/** Integers near the bounds of exact numbers, in every notation. */
const LITERALS = [
  ...['0', '-0', '1', '-1', '1.0', '1e3', '1.5', '0.1', '1e-3', '7E2', '1e400', '-1e400', '1e308', '5e-324', '0e9'],
  ...['9007199254740991', '9007199254740992', '9007199254740993', '-9007199254740993', '9007199254740993.0'],
  ...[
    '9007199254740993.5',
    '9007199254740992.5',
    '900719925474099.3e1',
    '9.007199254740993E+15',
    '90071992547409930e-1',
  ],
  ...['8024278031528736858', '8024278031528736859', '8.024278031528736858e18', '8.024278031528736859e+18'],
  ...[
    '9223372036854775807',
    '9223372036854775808',
    '-9223372036854775808',
    '1e22',
    '1e23',
    '123456789012345678901234567890',
  ],
];

const literals = fc.oneof(
  fc.constantFrom(...LITERALS),
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).map(String),
  fc.integer({ min: -5, max: 5 }).map(String),
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.nat(), fc.integer({ min: -25, max: 25 }))
    .map(([a, b, c]) => `${a}.${b}e${c}`),
);

const space = fc.constantFrom('', '', ' ', '\n', '\t \r\n');

/** A string as JSON, with any choice of escapes. */
function spelled(text: string): fc.Arbitrary<string> {
  const escape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const escaped = (count: number) =>
    `"${text.split('').slice(0, count).map(escape).join('')}${JSON.stringify(text.slice(count)).slice(1)}`;
  return fc.constantFrom(JSON.stringify(text), JSON.stringify(text), escaped(1), escaped(text.length));
}

const strings = fc
  .oneof(
    fc.constantFrom(...HOSTILE_NAMES, 'active', 'db_request_limit":1', '\\', '{"a":[', ']}'),
    fc.string({ unit: 'binary', maxLength: 6 }),
  )
  .chain(spelled);

const list = (items: fc.Arbitrary<string>, maxLength = 3) =>
  fc
    .tuple(fc.array(fc.tuple(space, items, space), { maxLength }), space)
    .map(([all, end]) => `[${all.map((it) => it.join('')).join()}${end}]`);

const object = (members: fc.Arbitrary<string[]>) =>
  fc.tuple(members, space).map(([all, end]) => `{${all.join()}${end}}`);

const member = (name: fc.Arbitrary<string>, value: fc.Arbitrary<string>) =>
  fc
    .tuple(space, name.chain(spelled), space, space, value, space)
    .map(([a, key, b, c, text, d]) => `${a}${key}${b}:${c}${text}${d}`);

/** Names of documented fields. Often the same few, so that they occur as duplicates, nested, and in two answers. */
const names = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('db_request_limit', 'max_vector_count', 'budget', 'state', 'id', 'throughput_vector'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...Object.keys(databaseSchema.entries), ...Object.keys(vectorIndexSchema.entries)),
  },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_NAMES, 'x', 'y', 'unknown') },
  { weight: 1, arbitrary: fc.string({ maxLength: 4 }) },
);

const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 4, arbitrary: literals },
    { weight: 2, arbitrary: strings },
    { weight: 1, arbitrary: fc.constantFrom('true', 'false', 'null', '"true"', '""') },
    { weight: 1, arbitrary: list(tie('value')) },
    { weight: 1, arbitrary: object(fc.array(member(names, tie('value')), { maxLength: 4 })) },
  ),
}));

const around = (text: fc.Arbitrary<string>) => fc.tuple(space, text, space).map((parts) => parts.join(''));

/** Any JSON text: with unusual white space, escapes and duplicates. */
export const jsonTexts: fc.Arbitrary<string> = around(value);

/** The value of the sample, or a few others, so that two answers share many members and differ in some. */
const memberOf = (sample: object) =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .constantFrom(...Object.entries(sample))
        .chain(([name, it]) => member(fc.constant(name), fc.constant(JSON.stringify(it)))),
    },
    { weight: 3, arbitrary: member(names, value) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...Object.keys(sample))
        .chain((name) =>
          member(fc.constant(name), fc.constantFrom('null', '-1', '7', '"newer"', '[]', '{}', '9007199254740993')),
        ),
    },
  );

const recordTexts = (sample: object, id: string) =>
  object(
    fc
      .tuple(fc.array(memberOf(sample), { maxLength: 12, size: 'max' }), fc.nat({ max: 12 }))
      .map(([members, at]) => members.toSpliced(at, 0, id)),
  );

/** Texts of lists of vector indices, with a few repeated ids, and elements that are not an index. */
export const vectorIndicesTexts: fc.Arbitrary<string> = around(
  list(
    fc.oneof(
      ...['a', 'b', 'c', '"'].map((id) => recordTexts(sampleVectorIndices(1)[0] ?? {}, `"id":${JSON.stringify(id)}`)),
      value,
    ),
    5,
  ),
);
