import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Builds dist/. With --progress it says on stderr what it does, from the first moment on. Plain JavaScript: it starts
// before anything is compiled.

const root = fileURLToPath(new URL('../..', import.meta.url));
const showsProgress = process.argv.includes('--progress');
const isTerminal = process.stderr.isTTY === true;

/** Off a terminal each report is a line of its own, so there are fewer. */
const REPORT_EVERY_MS = isTerminal ? 1000 : 3000;

const STEPS = [
  { does: 'compiling the types', command: 'tsc', args: ['--emitDeclarationOnly'] },
  { does: 'bundling the library, the command and the page', command: 'tsx', args: ['test/package/bundle.ts'] },
];

/** Runs a program of node_modules with all its output on stderr: stdout is for what runs after the build. */
function run({ command, args }) {
  const PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const options = { cwd: root, env: { ...process.env, PATH }, stdio: ['ignore', 2, 2] };
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, shell: process.platform === 'win32' });
    child.once('error', (error) => {
      console.error(`${command} cannot be run: ${error.code}. npm ci installs it.`);
      resolve(1);
    });
    child.once('close', (code) => resolve(code ?? 1));
  });
}

function report(text) {
  if (!showsProgress) return;
  process.stderr.write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`);
}

const startedAt = performance.now();
const seconds = () => `${Math.round((performance.now() - startedAt) / 1000)} s`;

for (const [at, step] of STEPS.entries()) {
  const title = `Building, ${at + 1} of ${STEPS.length}: ${step.does}`;
  report(`${title} ...`);
  const ticking = setInterval(() => report(`${title} ... ${seconds()}`), REPORT_EVERY_MS);
  if (at === 0) rmSync(join(root, 'dist'), { recursive: true, force: true });
  const exitCode = await run(step);
  clearInterval(ticking);
  if (exitCode !== 0) {
    report(`${title} failed.`);
    if (isTerminal) report('\n');
    process.exit(exitCode);
  }
}
report(`Built in ${seconds()}. Starting ...`);
if (showsProgress && isTerminal) process.stderr.write('\n');
