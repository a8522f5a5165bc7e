import { spawn } from 'node:child_process';
import { ensureProgram } from './ensure-program.js';

/** Whether promtool is available, or could be installed. @throws Error if it is not, in continuous integration */
export async function hasPromtool(): Promise<boolean> {
  const isThere = await ensureProgram('promtool', 'prometheus');
  if (!isThere && process.env['CI'] !== undefined) throw new Error('promtool is not installed');
  return isThere;
}

/** Runs promtool. @returns the exit code, and everything that it printed */
export async function runPromtool(
  parameters: readonly string[],
  input = '',
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn('promtool', parameters);
  let output = '';
  child.stdout.on('data', (data) => (output += String(data)));
  child.stderr.on('data', (data) => (output += String(data)));
  // promtool may end before it has read everything.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
