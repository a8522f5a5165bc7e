import { describe, expect, test } from 'vitest';
import { lastOutputLine, reportsPortTaken, reportsReady } from '../../../src/service/redis/redis-process.js';

describe('the output of a redis-server', () => {
  test('reports readiness in every version', () => {
    expect(reportsReady('1:M 21 Nov 2026 11:00:00.123 * Ready to accept connections\n')).toBe(true);
    expect(reportsReady('1:M 21 Nov 2026 11:00:00.123 * Ready to accept connections tcp\n')).toBe(true);
    expect(reportsReady('1:M 21 Nov 2026 11:00:00.123 # Server initialized\n')).toBe(false);
  });

  test('distinguishes a taken port from other failures', () => {
    expect(
      reportsPortTaken('Could not create server TCP listening socket 127.0.0.1:1: bind: Address already in use'),
    ).toBe(true);
    expect(reportsPortTaken('bind: Permission denied')).toBe(false);
  });

  test('ends with the reason, which is shown without process id and date', () => {
    const output =
      '1:M 21 Nov 2026 11:00:00.123 * Starting\n1:M 21 Nov 2026 11:00:00.124 # Failed listening (TCP), aborting.\n\n';
    expect(lastOutputLine(output, 'canary-password')).toBe('Failed listening (TCP), aborting.');
  });

  test('is shown without settings and without the password', () => {
    expect(lastOutputLine("bad\n>>> 'requirepass canary-password'\n", 'canary-password')).toBe('bad');
    expect(lastOutputLine('no canary-password here\n', 'canary-password')).not.toContain('canary-password');
  });

  test('is not shown if the password is too short to be redacted', () => {
    expect(lastOutputLine('it holds x\n', 'x')).toBe('its output may contain the password');
  });

  test('may be empty', () => {
    expect(lastOutputLine('', 'canary-password')).toBe('it printed nothing');
  });
});
