import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { renderOptionsOf } from '../../../src/apps/terminal/command-io.js';

it.each([
  ['a terminal', { isTTY: true, columns: 60 }, 60],
  ['a terminal that does not know its width', { isTTY: true, columns: 0 }, 80],
  ['a pipe', {}, Infinity],
])('text for %s has its columns', (_, facts, columns) => {
  const stream = Object.assign(new PassThrough(), facts) as unknown as NodeJS.WriteStream;
  const { stdin } = process;
  expect(renderOptionsOf({ env: {}, stdin, stdout: stream, stderr: stream }, stream).columns).toBe(columns);
});
