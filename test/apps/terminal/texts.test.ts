import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import stringWidth from 'fast-string-width';
import { type CommandIo, printMessage, printWarning, renderOptionsOf } from '../../../src/apps/terminal/command-io.js';
import { createPalette, isColourWanted, cutText, wrapHelp } from '../../../src/apps/terminal/text.js';
import { alignColumns, renderTable, type TableColumn } from '../../../src/apps/terminal/render-table.js';

it.each([
  ['a terminal', { isTTY: true, columns: 60 }, 60],
  ['a terminal that does not know its width', { isTTY: true, columns: 0 }, 80],
  ['a pipe', {}, Infinity],
])('renderOptionsOf returns the columns of %s', (_, facts, columns) => {
  const stream = Object.assign(new PassThrough(), facts) as unknown as NodeJS.WriteStream;
  const { stdin } = process;
  expect(renderOptionsOf({ env: {}, stdin, stdout: stream, stderr: stream }, stream).columns).toBe(columns);
});

it.each([
  [
    'a terminal',
    { isTTY: true, columns: 20 },
    'Keep this key. Then\nrun:\n  fleetglass ids resolve key\nwarning: a b c d e f\ng h i j k l m\n',
  ],
  ['a pipe', {}, 'Keep this key. Then run:\n  fleetglass ids resolve key\nwarning: a b c d e f g h i j k l m\n'],
])('messages for %s are wrapped between words, and commands stay whole', async (_, facts, expected) => {
  const stderr = Object.assign(new PassThrough(), facts);
  const io = { env: { NO_COLOR: '1' }, stderr } as unknown as CommandIo;
  printMessage(io, 'Keep this key. Then run:\n  fleetglass ids resolve key');
  printWarning(io, 'a b c d e f g h i j k l m');
  stderr.end();
  expect(await text(stderr)).toBe(expected);
});

it.each([
  ['not in a pipe of CI, which picocolors would colour', { CI: 'true' }, false, false],
  ['not on a dumb terminal', { TERM: 'dumb' }, true, false],
  ['not with NO_COLOR', { NO_COLOR: '1' }, true, false],
  ['on a terminal with an empty NO_COLOR, which counts as not set', { NO_COLOR: '' }, true, true],
  ['in a pipe with FORCE_COLOR', { FORCE_COLOR: '1' }, false, true],
  ['not with FORCE_COLOR=0', { FORCE_COLOR: '0' }, true, false],
  ['not with both, because NO_COLOR wins', { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
])('uses colour %s', (_, env, isTerminal, expected) => {
  expect(isColourWanted(env, isTerminal)).toBe(expected);
});

it('breaks long lines between words, indented to their start, or to a second column beside or below the first', () => {
  const text = 'short\n  one two three\n\n  5    a create was sent\nwords that go on';
  expect(wrapHelp(text, 14)).toBe(
    'short\n  one two\n  three\n\n  5    a\n       create\n       was\n       sent\nwords that go\non',
  );
  expect(wrapHelp(text, Infinity)).toBe(text);
  const command = '  connect [options] <id>  start redis-cli, connected to a database';
  expect(wrapHelp(command, 30)).toBe('  connect [options] <id>\n    start redis-cli, connected\n    to a database');
  // The second column goes on in this line.
  expect(wrapHelp(`${' '.repeat(8)}FLEETGLASS`, 14)).toBe(`${' '.repeat(8)}FLEETG\n${' '.repeat(8)}LASS`);
});

it.each([
  ['日本語', 6, '日本語'],
  ['日本語', 5, '日本…'],
  ['👩‍👩‍👧👩‍👩‍👧', 3, '👩‍👩‍👧…'],
  ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
])('cutText counts the columns of %j, and does not split its graphemes: %d', (whole, columns, cut) => {
  expect(cutText(whole, columns)).toBe(cut);
});

const palette = createPalette({}, false);

const cells = (...texts: string[]) => texts.map((text) => ({ text }));

it('alignColumns aligns columns in every script, by the text without its style', () => {
  const names = ['plain', '日本語', 'नमस्ते', 'สวัสดี', 'שָׁלוֹם', 'e\u0301te\u0301', '👩‍👩‍👧'];
  const lines = alignColumns(names.map((name) => cells(name, '|')));
  expect(lines.map((line) => stringWidth(line.slice(0, line.indexOf('|'))))).toEqual(names.map(() => 8));
  const rows = [[{ text: 'a', style: (text: string) => `<${text}>` }, { text: 'b' }], cells('long', 'b')];
  expect(alignColumns(rows)).toEqual(['<a>     b', 'long  b']);
});

const column = (
  at: number,
  heading: string,
  least: number | 'whole',
  more: Partial<TableColumn<readonly string[]>> = {},
): TableColumn<readonly string[]> => ({ heading, show: (row) => row[at] ?? '', least, ...more });

const ORDERS = [column(0, 'NAME', 6), column(1, 'COUNT', 5, { align: 'right' }), column(2, 'NOTE', 8)];
const rows = [
  ['sessions-of-all', '7', 'fine'],
  ['日本語', '1,024', 'so long that it is cut'],
];

describe('renderTable', () => {
  const linesOf = (columns: number, tableColumns = ORDERS, given = rows, isLive = true): readonly string[] =>
    renderTable(given, tableColumns, { columns, palette, isLive }).lines;

  it.each([
    [30, ['NAME           COUNT  NOTE    ', 'sessions-of-…      7  fine', '日本語         1,024  so long…']],
    [14, ['NAME     COUNT', 'sessio…      7', '日本語   1,024']],
  ])('cuts cells and leaves out the last columns in %d columns', (columns, lines) => {
    expect(linesOf(columns)).toEqual(lines);
  });

  it('leaves out a whole column that does not fit, and an extra column unless all before it have their full width', () => {
    const whole = [column(0, 'NAME', 6), column(1, 'ID', 'whole'), column(2, 'N', 1)];
    const lineOf = (columns: number) => linesOf(columns, whole, [['sessions', '0123456789', '7']])[1];
    expect([21, 17].map(lineOf)).toEqual(['sessi…  0123456789  7', 'sessions  7']);
    const extra = [column(0, 'NAME', 6), column(1, 'EXTRA', 5, { isExtra: true })];
    const lineOfExtra = (columns: number) => linesOf(columns, extra, [['sessions', 'more']])[1];
    expect([15, 14].map(lineOfExtra)).toEqual(['sessions  more', 'sessions']);
  });

  it.each([0, 200_000])('shows the headings of a table of %d rows', (length) => {
    const given = Array.from({ length }, () => ['name']);
    expect(linesOf(40, ORDERS, given)).toHaveLength(1 + length);
  });

  it('cuts the cells of a printed table that are not whole', () => {
    const long = [['x'.repeat(200)]];
    expect(linesOf(Infinity, [column(0, 'name', 6)], long, false)[1]).toHaveLength(80);
    expect(linesOf(Infinity, [column(0, 'id', 'whole')], long, false)[1]).toHaveLength(200);
  });
});
