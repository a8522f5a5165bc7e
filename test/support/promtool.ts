import { execFile } from 'node:child_process';

/** Runs promtool. @returns the exit code, and everything that it printed */
export function runPromtool(parameters: readonly string[], input = '') {
  return new Promise<{ readonly code: number | null; readonly output: string }>((resolve) => {
    const child = execFile('promtool', [...parameters], (_, stdout, stderr) =>
      resolve({ code: child.exitCode, output: stdout + stderr }),
    );
    // promtool may end before it has read everything.
    child.stdin?.on('error', () => {}).end(input);
  });
}
