import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import type { ExampleBlock } from './example-blocks.js';

/** A process whose output is collected, without colours, which Vite prints in CI. The end of the test ends it. */
export function start(
  program: string,
  parameters: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
) {
  // A process group of its own, because npx starts the command as another process.
  const child = spawn(program, parameters, { ...options, detached: true });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
      process.kill(-child.pid, 'SIGKILL');
    await ended;
  });
  let output = '';
  child.stdout.on('data', (data) => (output += String(data)));
  child.stderr.on('data', (data) => (output += String(data)));
  return { output: () => stripVTControlCharacters(output), ended };
}

/**
 * Writes the files of the steps of a page into a folder, in which a test follows them as a reader does.
 *
 * @param replaced replaces what differs on this machine
 */
export async function follow(
  blocks: readonly ExampleBlock[],
  folder: string,
  env: NodeJS.ProcessEnv,
  replaced: (text: string) => string,
) {
  for (const { file, source } of blocks)
    if (file !== undefined) await writeFile(join(folder, file), `${replaced(source)}\n`);
  const startIn = (commands: string) =>
    start('bash', ['-e', '-c', commands], { cwd: folder, env: { ...process.env, ...env } });
  return {
    /** The shell commands of the steps, in order. */
    commands: blocks.flatMap(({ language, source }) => (language === 'sh' ? [replaced(source)] : [])),
    /** Starts a command, and does not wait for its end. */
    start: startIn,
    /** Runs a command to its end. @returns what it prints */
    async run(commands: string): Promise<string> {
      const { ended, output } = startIn(commands);
      const code = await ended;
      expect({ code, output: output() }).toEqual({ code: 0, output: expect.any(String) as string });
      return output();
    },
  };
}
