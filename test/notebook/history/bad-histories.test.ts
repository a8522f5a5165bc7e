import { describe, expect, it } from 'vitest';
import { saveHistory, toArrow, toCsv, toObjects, type History } from '../../../src/notebook/index.js';

const message = /history: expected a history/;

describe.each([undefined, null, {}, 'history', 1])('the value %j instead of a history', (value) => {
  const history = value as unknown as History;

  it('is refused by the exports', async () => {
    expect(() => toObjects(history)).toThrow(message);
    expect(() => toCsv(history)).toThrow(message);
    await expect(toArrow(history)).rejects.toThrow(message);
    await expect(saveHistory(history)).rejects.toThrow(message);
  });
});
