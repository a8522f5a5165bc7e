import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { ignoreClosedReaders, renderOptionsOf } from '../../../src/apps/terminal/command-io.js';

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
  ['EPIPE', []],
  ['EIO', []],
  ['ENOSPC', ['ENOSPC']],
])('ignoreClosedReaders reports a write error %s as %j', (code, expected) => {
  const stream = new PassThrough();
  const reported: string[] = [];
  ignoreClosedReaders([stream as unknown as NodeJS.WriteStream], (failure) => reported.push(failure));
  stream.emit('error', Object.assign(new Error('write'), { code }));
  expect(reported).toEqual(expected);
});
