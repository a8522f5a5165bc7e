import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { toCommandFailure } from '../../../src/apps/cli/failure/command-failure.js';
import { createProgram } from '../../../src/apps/cli/program.js';
import type { CommandIo } from '../../../src/apps/terminal/command-io.js';
import { FleetError } from '../../../src/index.js';
import { asAccount } from './command.js';
import { runHere } from './run-here.js';

const stream = { isTTY: false } as NodeJS.WriteStream;
const program = createProgram({ env: {}, stdin: {} as NodeJS.ReadStream, stdout: stream, stderr: stream } as CommandIo);

/** The names of a command and of all commands below it. Hidden commands are left out. */
function namesBelow(command: Command, names: readonly string[] = []): string[][] {
  const children = command.createHelp().visibleCommands(command);
  return [[...names], ...children.flatMap((child) => namesBelow(child, [...names, child.name()]))];
}

const names = namesBelow(program).filter((path) => path.at(-1) !== 'help');

it.each(names.map((path) => [path.join(' ') || 'fleetglass', path] as const))(
  'the help of %s has examples, no line over 80 columns, and no value of the environment',
  async (_, path) => {
    const { exitCode, stdout } = await runHere([...path, '--help'], asAccount('https://me:canary@example.com'));
    expect(exitCode).toBe(0);
    expect(stdout).not.toContain('canary');
    const [, examples = ''] = stdout.split('\nExamples:\n');
    expect(examples).toContain(['fleetglass', ...path].join(' '));
    expect(examples.split('\n').filter((line) => line.length > 80)).toEqual([]);
  },
);

it('has another exit code for a create whose id could not be kept than for a create that was not sent', () => {
  const errors = [{}, { status: 200 }].map((facts) => new FleetError('storage', 'create-database', 'full', facts));
  expect(errors.map((error) => toCommandFailure(error).exitCode)).toEqual([1, 5]);
});
