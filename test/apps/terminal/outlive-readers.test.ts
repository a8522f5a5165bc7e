import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { outliveReaders } from '../../../src/apps/terminal/outlive-readers.js';

it.each([
  ['EPIPE', []],
  ['EIO', []],
  ['ENOSPC', ['ENOSPC']],
])('a stream that fails with %s hands on %j', (code, expected) => {
  const stream = new PassThrough();
  const handedOn: string[] = [];
  outliveReaders([stream as unknown as NodeJS.WriteStream], (failure) => handedOn.push(failure));
  stream.emit('error', Object.assign(new Error('write'), { code }));
  expect(handedOn).toEqual(expected);
});
