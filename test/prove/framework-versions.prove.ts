import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { execute } from '../support/execute.js';
import { problemsOf } from '../support/page-problems.js';
import { pageScript } from '../support/page-script.js';
import { scaled } from '../support/scale.js';
import { useChromium } from '../support/use-chromium.js';
import { createConsumer, type Consumer } from './consumer.js';
import { FLEET_MODULE, frameworkPrograms, IMPORTS, type FrameworkProgram } from './framework-programs.js';
import { isRegistryReachable } from './npm.js';
import { supportedVersions, versionsOf } from './supported-versions.js';
import { typeErrors } from './type-errors.js';
import { readDeclarations, subpaths } from './user-programs.js';

const isReachable = await isRegistryReachable('the check of the versions of frameworks and TypeScript');
// Not from the cache of npm, whose latest versions may be out of date.
const INSTALL = ['install', '--no-audit', '--no-fund', '--prefer-online', '--ignore-scripts', '--legacy-peer-deps'];

const frameworks = supportedVersions().flatMap(({ name, package: packageName, tried }) => {
  const program = frameworkPrograms[name];
  return program === undefined ? [] : tried.map((version) => ({ name, packageName, version, program }));
});
/** The quick form tries the oldest version of one framework and of the compiler. */
const triedFrameworks = scaled({ short: frameworks.slice(0, 1), long: frameworks });
const compilers = scaled({ short: versionsOf('TypeScript').slice(0, 1), long: versionsOf('TypeScript') });

describe.skipIf(!isReachable)('the published package', () => {
  let consumer: Consumer;
  const browser = useChromium();
  beforeAll(async () => {
    consumer = await createConsumer();
  });
  afterAll(() => consumer.remove());

  /** A folder in the consumer's, in which the package resolves. Returns its path. */
  async function install(name: string, packages: readonly string[]): Promise<string> {
    const folder = join(consumer.folder, name);
    // A second attempt of a test finds what the first one installed.
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    const tarball = `file:${join(consumer.folder, 'node_modules/fleetglass')}`;
    await execute('npm', [...INSTALL, '--install-links', tarball, ...packages], { cwd: folder });
    return folder;
  }

  test('is tried with each framework of the table', () => {
    const rows = supportedVersions().map(({ name }) => name);
    expect(rows.filter((name) => !['Node', 'TypeScript'].includes(name)).toSorted()).toEqual(
      Object.keys(frameworkPrograms).toSorted(),
    );
  });

  test.each(compilers)('has declarations for TypeScript %s', async (version) => {
    const folder = await install(`typescript-${version}`, [`typescript@${version}`, '@types/node@20']);
    for (const [platform, names] of Object.entries(subpaths)) {
      const file = `${platform}.ts`;
      await writeFile(join(folder, file), readDeclarations(names));
      const dom = platform === 'pages' ? ['dom', 'dom.iterable', 'dom.asynciterable'] : [];
      const options = { lib: ['es2022', 'esnext.disposable', ...dom], types: platform === 'node' ? ['node'] : [] };
      expect(await typeErrors(folder, [file], { ...options, skipLibCheck: false }, folder)).toBe('');
    }
  });

  test.each(triedFrameworks)('works with $name $version', async ({ name, packageName, version, program }) => {
    const major = version.split('.')[0] ?? '';
    const packages = program.packages ?? [];
    const more = packages.map((each) => each.replace('VERSION', version).replace('MAJOR', major));
    const folder = await install(`${name}-${version}`, [`${packageName}@${version}`, ...more]);
    await writeModules(folder, program);
    const options = { lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'], types: [], allowJs: true };
    expect(await typeErrors(folder, ['page.ts'], options)).toBe('');
    if (!inject('hasChromium')) return;
    const script = await pageScript(join(folder, 'page.ts'));
    await using page = await browser().newPage();
    const problems = problemsOf(page);
    // A page of localhost may use all functions of a browser.
    const body = '<link rel="icon" href="data:," /><div id="app"></div>';
    await page.route('http://localhost/', (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto('http://localhost/');
    await page.addScriptTag({ type: 'module', content: script });
    await page.getByText('orders: active').waitFor();
    await page.evaluate(() => (globalThis as unknown as { suspend(): Promise<void> }).suspend());
    await page.getByText('orders: suspended').waitFor();
    expect(problems).toEqual([]);
  });
});

async function writeModules(folder: string, program: FrameworkProgram): Promise<void> {
  await writeFile(join(folder, 'fleet.ts'), FLEET_MODULE);
  await writeFile(join(folder, 'page.ts'), IMPORTS + program.source);
  if (program.component === undefined) return;
  const compiler = `
    import { compile } from 'svelte/compiler';
    import { writeFileSync } from 'node:fs';
    writeFileSync('app.js', compile(process.argv[1], { generate: 'client', filename: 'app.svelte' }).js.code);`;
  await execute(process.execPath, ['--input-type=module', '--eval', compiler, program.component], { cwd: folder });
}
