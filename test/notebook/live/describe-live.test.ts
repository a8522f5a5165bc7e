import { expect, test } from 'vitest';
import { describeLive } from '../../../src/notebook/live/live-run.js';

const until = Date.UTC(2026, 10, 23, 10, 12, 3);
const state = { display: undefined, problem: undefined, until, end: undefined };

test('the line of a live display tells its end with the date and the time zone', () => {
  expect(describeLive(state)).toBe('Live until 2026-11-23T10:12:03Z.');
  expect(describeLive({ ...state, end: 'stopped' })).toBe('Live until 2026-11-23T10:12:03Z: it was stopped.');
});

test.each([Infinity, 1e300, 8.64e15 + 1])('the line of a live display tells no end that is %s', (end) => {
  expect(describeLive({ ...state, until: end })).toBe('Live.');
});
