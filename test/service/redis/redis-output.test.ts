import { describe, expect, test } from 'vitest';
import { lastWords, saysPortTaken, saysReady } from '../../../src/service/redis/redis-output.js';

describe('what a redis-server says', () => {
  test('is ready in the words of every version', () => {
    expect(saysReady('1:M 21 Nov 2026 11:00:00.123 * Ready to accept connections\n')).toBe(true);
    expect(saysReady('1:M 21 Nov 2026 11:00:00.123 * Ready to accept connections tcp\n')).toBe(true);
    expect(saysReady('1:M 21 Nov 2026 11:00:00.123 # Server initialized\n')).toBe(false);
  });

  test('tells a taken port from other failures', () => {
    expect(
      saysPortTaken('Could not create server TCP listening socket 127.0.0.1:1: bind: Address already in use'),
    ).toBe(true);
    expect(saysPortTaken('bind: Permission denied')).toBe(false);
  });

  test('ends with its reason, which is shown without process id and date', () => {
    const output =
      '1:M 21 Nov 2026 11:00:00.123 * Starting\n1:M 21 Nov 2026 11:00:00.124 # Failed listening (TCP), aborting.\n\n';
    expect(lastWords(output, 'canary-password')).toBe('Failed listening (TCP), aborting.');
  });

  test('is shown without the setting it is about and without the password', () => {
    expect(lastWords("bad\n>>> 'requirepass canary-password'\n", 'canary-password')).toBe('bad');
    expect(lastWords('no canary-password here\n', 'canary-password')).not.toContain('canary-password');
  });

  test('is left out where the password is too short to be found in it', () => {
    expect(lastWords('it holds x\n', 'x')).toBe('its output may hold the password');
  });

  test('may be nothing', () => {
    expect(lastWords('', 'canary-password')).toBe('it said nothing');
  });
});
