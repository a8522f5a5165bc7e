import { spawn } from 'node:child_process';

/** Runs promtool. @returns the exit code, and everything that it printed */
export async function runPromtool(parameters: readonly string[], input = '') {
  const child = spawn('promtool', parameters);
  let output = '';
  child.stdout.on('data', (data) => (output += String(data)));
  child.stderr.on('data', (data) => (output += String(data)));
  // promtool may end before it has read everything.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise<{ readonly code: number | null; readonly output: string }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
