import { describe, expect, test } from 'vitest';
import { lastOutputLine, reportsPortTaken, reportsReady } from '../../../src/service/redis/redis-process.js';

describe('what a redis-server says', () => {
  test('is ready in the words of every version', () => {
    expect(reportsReady('1:M 21 Nov 2026 11:00:00.123 * Ready to accept connections\n')).toBe(true);
    expect(reportsReady('1:M 21 Nov 2026 11:00:00.123 * Ready to accept connections tcp\n')).toBe(true);
    expect(reportsReady('1:M 21 Nov 2026 11:00:00.123 # Server initialized\n')).toBe(false);
  });

  test('tells a taken port from other failures', () => {
    expect(
      reportsPortTaken('Could not create server TCP listening socket 127.0.0.1:1: bind: Address already in use'),
    ).toBe(true);
    expect(reportsPortTaken('bind: Permission denied')).toBe(false);
  });

  test('ends with its reason, which is shown without process id and date', () => {
    const output =
      '1:M 21 Nov 2026 11:00:00.123 * Starting\n1:M 21 Nov 2026 11:00:00.124 # Failed listening (TCP), aborting.\n\n';
    expect(lastOutputLine(output, 'canary-password')).toBe('Failed listening (TCP), aborting.');
  });

  test('is shown without the setting it is about and without the password', () => {
    expect(lastOutputLine("bad\n>>> 'requirepass canary-password'\n", 'canary-password')).toBe('bad');
    expect(lastOutputLine('no canary-password here\n', 'canary-password')).not.toContain('canary-password');
  });

  test('is left out where the password is too short to be found in it', () => {
    expect(lastOutputLine('it holds x\n', 'x')).toBe('its output may contain the password');
  });

  test('may be nothing', () => {
    expect(lastOutputLine('', 'canary-password')).toBe('it printed nothing');
  });
});
