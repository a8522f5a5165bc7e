import { spawn } from 'node:child_process';
import { expect, onTestFinished } from 'vitest';

/**
 * Runs a program, and kills it some time after its output is as expected.
 *
 * @returns the lines that it printed. A line that the kill has cut off is no acknowledgement.
 */
export async function runUntilKilled(
  args: readonly string[],
  afterMs: number,
  isExpected: (lines: readonly string[]) => boolean,
): Promise<readonly string[]> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  let isDoomed = false;
  const linesOf = (text: string): readonly string[] => text.split('\n').slice(0, -1);
  const look = (): void => {
    if (isDoomed || !isExpected(linesOf(printed))) return;
    isDoomed = true;
    setTimeout(() => child.kill('SIGKILL'), afterMs);
  };
  look();
  child.stdout.on('data', (chunk) => {
    printed += chunk;
    look();
  });
  const signal = await new Promise((resolve) => child.on('close', (_, by) => resolve(by)));
  expect(signal, printed).toBe('SIGKILL');
  return linesOf(printed);
}
