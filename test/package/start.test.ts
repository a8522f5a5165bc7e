import { copyFile, mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { root } from '../docs/root.js';
import { execute } from '../support/execute.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Builds a part: it is made of `<part>.ts`, and the command prints how it was built. */
const BUILDER = `
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { recordBuild } from '../../../test/package/stale-builds.mjs';
const parts = process.argv.slice(3);
if (readFileSync('command.ts', 'utf8') === 'wrong') process.exit(7);
mkdirSync('dist/apps/cli', { recursive: true });
for (const part of parts) recordBuild(part, [part + '.ts', '\\0virtual'], ['dist/apps/cli/main.js']);
writeFileSync('dist/apps/cli/main.js', 'console.log("the " + process.argv[2] + " runs")');
console.log('builder output');`;

let clone = '';

/** A clone with this repository's scripts and a quick builder. */
beforeEach(async () => {
  clone = await temporaryFolder();
  const files = {
    'package.json': JSON.stringify({ type: manifest.type, scripts: { start: manifest.scripts.start } }),
    'package-lock.json': '{}',
    'test/package/bundle-scripts.ts': '',
    'test/package/dashboard.config.ts': '',
    'node_modules/tsx/dist/cli.mjs': BUILDER,
    'command.ts': 'first',
    'page.ts': 'first',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(clone, name, '..'), { recursive: true });
    await writeFile(join(clone, name), text);
  }
  for (const name of ['start.mjs', 'stale-builds.mjs'])
    await copyFile(join(root, 'test/package', name), join(clone, 'test/package', name));
});

/** Runs the script `start` without npm, which takes a second of each run. */
const start = () => execute('sh', ['-c', manifest.scripts.start], { cwd: clone });

it('npm start in a clone builds what changed, and leaves stdout to the demonstration', async () => {
  const first = await execute('npm', ['start', '--silent'], { cwd: clone });
  expect(first.stdout).toBe('the demo runs\n');
  expect(first.stderr).toMatch(/^Building the command and the page \.\.\.\nbuilder output\nBuilt in \d+\.\d s\.\n$/);
  expect(await start()).toEqual({ stdout: 'the demo runs\n', stderr: '' });
  await utimes(join(clone, 'page.ts'), new Date(), new Date(0));
  expect((await start()).stderr).toContain('Building the page ...');
  await writeFile(join(clone, 'package-lock.json'), '{ "packages": {} }');
  expect((await start()).stderr).toContain('Building the command and the page ...');
});

it('npm start in a clone ends with the exit code of a failed build, and starts nothing', async () => {
  await writeFile(join(clone, 'command.ts'), 'wrong');
  await expect(start()).rejects.toMatchObject({ code: 7, stdout: '' });
});
