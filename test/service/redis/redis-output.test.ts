import { expect, test } from 'vitest';
import { lastOutputLine, reportsPortTaken, reportsReady } from '../../../src/service/redis/redis-process.js';

test('the output of a redis-server reports readiness and a taken port in every version', () => {
  expect(reportsReady('1:M 21 Nov 2026 11:00:00.123 * Ready to accept connections\n')).toBe(true);
  expect(reportsReady('1:M 21 Nov 2026 11:00:00.123 * Ready to accept connections tcp\n')).toBe(true);
  expect(reportsReady('1:M 21 Nov 2026 11:00:00.123 # Server initialized\n')).toBe(false);
  expect(reportsPortTaken('Could not create server TCP listening socket: bind: Address already in use')).toBe(true);
  expect(reportsPortTaken('bind: Permission denied')).toBe(false);
});

test.each([
  ['1:M 21 Nov 2026 11:00:00.124 # Failed listening (TCP), aborting.\n\n', 'Failed listening (TCP), aborting.'],
  ["bad\n>>> 'requirepass canary-password'\n", 'bad'],
  ['', 'it printed nothing'],
])('the last line of the output %j is %j', (output, line) => {
  expect(lastOutputLine(output, 'canary-password')).toBe(line);
});

test('the last line of the output never shows the password', () => {
  expect(lastOutputLine('no canary-password here\n', 'canary-password')).not.toContain('canary-password');
  expect(lastOutputLine('it holds x\n', 'x')).toBe('its output may contain the password');
});
