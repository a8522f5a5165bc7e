import { describe, expect, it } from 'vitest';
import {
  arrowOf,
  concat,
  csvOf,
  jsonLinesOf,
  lastAt,
  slice,
  toArrow,
  toGrid,
  toObjects,
  type History,
} from '../../../src/notebook/index.js';

const message = /history: expected a history/;

describe.each([undefined, null, {}, 'history', 1])('the value %j instead of a history', (value) => {
  const history = value as unknown as History;

  it('is refused by the exports', async () => {
    expect(() => toObjects(history)).toThrow(message);
    for (const call of [csvOf, jsonLinesOf, arrowOf, slice, concat]) expect(() => call(history)).toThrow(message);
    expect(() => lastAt(history, 0)).toThrow(message);
    expect(() => toGrid(history, { everyMs: 1 })).toThrow(message);
    await expect(toArrow(history)).rejects.toThrow(message);
  });
});
