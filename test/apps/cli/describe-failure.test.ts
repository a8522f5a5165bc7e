import { CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { FleetError, type FleetErrorCode } from '../../../src/core/shared/fleet-error.js';
import { describeFailure } from '../../../src/apps/cli/describe-failure.js';
import { Interrupted } from '../../../src/apps/terminal/interrupted.js';
import { UsageError } from '../../../src/apps/terminal/usage-error.js';

const codes: readonly (readonly [FleetErrorCode, number])[] = [
  ['invalid-request', 2],
  ['unauthorized', 3],
  ['forbidden', 3],
  ['not-found', 3],
  ['rate-limited', 3],
  ['rejected', 3],
  ['bad-response', 3],
  ['unavailable', 4],
  ['timeout', 4],
  ['outcome-unknown', 5],
  ['aborted', 130],
  ['disposed', 1],
];

const usage = (message: string) => new CommanderError(1, 'commander.unknownOption', message);

describe('describeFailure', () => {
  it.each(codes)('ends with the documented exit code: %s, %d', (code, exitCode) => {
    expect(describeFailure(new FleetError(code, 'get-database', 'no')).exitCode).toBe(exitCode);
  });

  it.each([
    ['wrong usage', new UsageError('no'), 2],
    ["the parser's errors", usage('error: no'), 2],
    ['help that was asked for', new CommanderError(0, 'commander.helpDisplayed', ''), 0],
    ['Ctrl-C at a prompt', new Interrupted(), 130],
    ['anything else', new Error('no'), 1],
    ['what is no error', 'no', 1],
  ])('ends with the documented exit code for %s', (_, thrown, exitCode) => {
    expect(describeFailure(thrown).exitCode).toBe(exitCode);
  });

  it('keeps the facts of an error of the client', () => {
    const error = new FleetError('rate-limited', 'get-database', 'slow down', { status: 429, retryAfterMs: 1500 });
    const failure = describeFailure(error);
    expect(failure.error).toMatchObject({
      code: 'rate-limited',
      operation: 'get-database',
      status: 429,
      retryAfterMs: 1500,
    });
    expect(failure.hint).toBe('The service asks to wait 2 s.');
  });

  it.each([
    "error: unknown option '--password=canary'",
    "error: unknown option '--password=can'ary\nsecond canary'",
    "error: unknown option '-pcanary'",
    "error: unknown option '--user=canary'\n(Did you mean --use?)",
  ])('never repeats what an unknown option carried: %j', (message) => {
    expect(JSON.stringify(describeFailure(usage(message)))).not.toMatch(/can|ary/);
  });

  it('says where credentials come from to someone who tried an option', () => {
    expect(describeFailure(usage("error: unknown option '--password'")).hint).toContain('FLEETGLASS_PASSWORD');
    expect(describeFailure(usage("error: unknown option '--passive'")).hint).not.toContain('FLEETGLASS_PASSWORD');
  });

  it('keeps the suggestion of the parser', () => {
    const { error } = describeFailure(usage("error: unknown option '--jsn'\n(Did you mean --json?)"));
    expect(error.message).toBe("unknown option '--jsn'\n(Did you mean --json?)");
  });
});
