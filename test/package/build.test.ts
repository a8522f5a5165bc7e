import { spawn } from 'node:child_process';
import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A clone with this repository's scripts. Its compiler waits for the file `go`, and its bundler is quick. */
async function makeClone(compiler: string): Promise<string> {
  const clone = await temporaryFolder();
  const { scripts, type } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string; build: string };
    type: string;
  };
  const { start, build } = scripts;
  await writeFile(join(clone, 'package.json'), JSON.stringify({ type, scripts: { start, build } }));
  await mkdir(join(clone, 'test/package'), { recursive: true });
  await copyFile(join(root, 'test/package/build.mjs'), join(clone, 'test/package/build.mjs'));
  await mkdir(join(clone, 'node_modules/.bin'), { recursive: true });
  const bundler = `mkdir -p dist/apps/cli && echo 'console.log("the " + process.argv[2] + " runs")' > dist/apps/cli/main.js`;
  for (const [name, script] of Object.entries({ tsc: compiler, tsx: bundler })) {
    const file = join(clone, 'node_modules/.bin', name);
    await writeFile(file, `#!/bin/sh\n${script}\n`);
    await chmod(file, 0o755);
  }
  return clone;
}

function start(clone: string) {
  const child = spawn('npm', ['start', '--silent'], { cwd: clone, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const printed = (pattern: RegExp): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => void (pattern.test(stderr) && resolve());
      child.stderr.on('data', check);
      check();
    });
  const ended = new Promise<{ exitCode: number | null; stdout: string; stderr: string }>((resolve) =>
    child.once('close', (exitCode) => resolve({ exitCode, stdout, stderr })),
  );
  return { printed, ended };
}

describe('npm start in a clone', () => {
  it('reports its progress while it compiles, and leaves stdout to the demonstration', async () => {
    const clone = await makeClone('echo compiler output; until [ -e go ]; do sleep 0.05; done');
    const { printed, ended } = start(clone);
    await printed(/^Building, 1 of 2: compiling the types \.\.\.\n/m);
    await printed(/compiling the types \.\.\. \d+ s\n/);
    await writeFile(join(clone, 'go'), '');
    const { exitCode, stdout, stderr } = await ended;
    expect([exitCode, stdout]).toEqual([0, 'the demo runs\n']);
    expect(stderr).toMatch(/Building, 2 of 2: bundling.*\n(?:.*\n)*Built in \d+ s\. Starting \.\.\.\n$/);
    expect(stderr).toContain('compiler output');
  });

  it('ends with the exit code of a failed step, and starts nothing', async () => {
    const { exitCode, stdout, stderr } = await start(await makeClone('exit 7')).ended;
    expect([exitCode, stdout]).toEqual([7, '']);
    expect(stderr).toContain('compiling the types failed.');
  });
});
