import { CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { FleetError } from '../../../src/core/shared/fleet-error.js';
import { toCommandFailure } from '../../../src/apps/cli/failure/command-failure.js';
import { Interrupted, UsageError } from '../../../src/apps/terminal/command-errors.js';

const usage = (message: string) => new CommanderError(1, 'commander.unknownOption', message);

describe('toCommandFailure', () => {
  // The other codes are those of test/apps/cli/commands/client-commands.test.ts.
  it.each(['disposed', 'storage', 'in-use'] as const)('maps the error code %s to the exit code 1', (code) => {
    expect(toCommandFailure(new FleetError(code, 'get-database', 'no')).exitCode).toBe(1);
  });

  it.each([
    ['wrong usage', new UsageError('no'), 2],
    ["the parser's errors", usage('error: no'), 2],
    ['requested help', new CommanderError(0, 'commander.helpDisplayed', ''), 0],
    ['Ctrl-C at a prompt', new Interrupted(), 130],
    ['anything else', new Error('no'), 1],
    ['a thrown text', 'no', 1],
  ])('returns the documented exit code for %s', (_, thrown, exitCode) => {
    expect(toCommandFailure(thrown).exitCode).toBe(exitCode);
  });

  it('keeps the code, operation, status and delay of a FleetError', () => {
    const error = new FleetError('rate-limited', 'get-database', 'slow down', { status: 429, retryAfterMs: 1500 });
    const failure = toCommandFailure(error);
    expect(failure.error).toMatchObject({
      code: 'rate-limited',
      operation: 'get-database',
      status: 429,
      retryAfterMs: 1500,
    });
    expect(failure.hint).toBe('Try again after 2 s.');
  });

  it.each([
    "error: unknown option '--password=canary'",
    "error: unknown option '--password=can'ary\nsecond canary'",
    "error: unknown option '-pcanary'",
    "error: unknown option '--user=canary'\n(Did you mean --use?)",
  ])('never repeats the value of an unknown option: %j', (message) => {
    expect(JSON.stringify(toCommandFailure(usage(message)))).not.toMatch(/can|ary/);
  });

  it('names the variables for credentials after an option for credentials', () => {
    expect(toCommandFailure(usage("error: unknown option '--password'")).hint).toContain('FLEETGLASS_PASSWORD');
    expect(toCommandFailure(usage("error: unknown option '--passive'")).hint).not.toContain('FLEETGLASS_PASSWORD');
  });

  it('keeps the suggestion of the parser', () => {
    const { error } = toCommandFailure(usage("error: unknown option '--jsn'\n(Did you mean --json?)"));
    expect(error.message).toBe("unknown option '--jsn'\n(Did you mean --json?)");
  });
});
