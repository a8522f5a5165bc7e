import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { printMessage, printWarning, renderOptionsOf, type CommandIo } from '../../../src/apps/terminal/command-io.js';

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
