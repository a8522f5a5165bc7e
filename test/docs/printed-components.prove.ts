import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright';
import { NodeRequest, sendNodeResponse } from 'srvx/node';
import { build, preview, type Connect, type PluginOption } from 'vite';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { createProxyHandler } from 'fleetglass/proxy';
import { createControlClient, createService } from 'fleetglass/service';
import { chromiumLaunch } from '../support/chromium-launch.js';
import { problemsOf } from '../support/page-problems.js';
import { checkProject } from './check-project.js';
import { printedApplications, type PrintedApplication } from './printed-applications.js';
import { printedComponents, printedErrorText } from './printed-files.js';
import { root } from './root.js';

const LONG_MS = 180_000;
const examples = join(root, 'docs/examples');

describe('the printed application of', () => {
  let parent = '';
  const folderOf = ({ name }: PrintedApplication): string => join(parent, name.toLowerCase());

  beforeAll(async () => {
    // Inside this package, because the frameworks are installed here.
    parent = await mkdtemp(join(root, 'test/docs/.printed-'));
    // A separate package: this package declares no side effects, so a build would leave its modules out.
    await writeFile(join(parent, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    await mkdir(join(parent, 'node_modules'));
    await symlink(root, join(parent, 'node_modules/fleetglass'));
    for (const application of printedApplications) await assemble(application, folderOf(application));
  });
  afterAll(() => rm(parent, { recursive: true }));

  test.each(printedApplications)('$name compiles', { timeout: LONG_MS }, (application) => {
    expect(checkProject(join(folderOf(application), 'tsconfig.json'))).toEqual([]);
  });

  describe.skipIf(!inject('hasChromium'))('in a page:', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await chromium.launch(chromiumLaunch);
    });
    afterAll(() => browser.close());

    test.each(printedApplications)(
      '$name creates a database, shows it and follows it',
      { timeout: LONG_MS },
      async (application) => {
        await using service = await serveWithService(application, folderOf(application));
        const page = await browser.newPage();
        const problems = problemsOf(page);
        await page.goto(service.url);
        const create = page.getByRole('button', { name: 'Create' });
        await create.waitFor();
        // The guide of React prints a button only.
        const name = page.getByRole('textbox', { name: 'Name' });
        if ((await name.count()) > 0) await name.fill('sessions');
        await create.click();
        const row = page.getByRole('listitem').first();
        await row.filter({ hasText: 'sessions: active' }).waitFor();
        await service.setState('suspended');
        for (const each of await page.getByRole('listitem').all())
          await each.filter({ hasText: 'sessions: suspended' }).first().waitFor();
        expect(problems).toEqual([]);
        await service.fail();
        await row.getByText('The service does not answer at the moment.').waitFor();
        await page.close();
      },
    );
  });

  test('each example passes its test', { timeout: LONG_MS }, async () => {
    await writeFile(join(parent, 'vitest.config.mjs'), vitestConfig());
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const parameters = [vitest, 'run', '--config', join(parent, 'vitest.config.mjs'), '--reporter=json'];
    // Without the variables of the current run.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(NODE_ENV|VITEST)/.test(name)));
    const { stdout } = await promisify(execFile)(process.execPath, parameters, { cwd: parent, env }).catch(
      (error: { stdout: string }) => error,
    );
    const { testResults } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
      testResults: readonly { readonly name: string; readonly status: string; readonly message: string }[];
    };
    expect(testResults.filter(({ status }) => status !== 'passed')).toEqual([]);
    const tested = testResults.map(({ name }) => name.slice(examples.length + 1).split('/')[0]);
    expect(new Set(tested)).toEqual(new Set(printedApplications.map(({ name }) => name.toLowerCase())));
  });
});

/** Writes the printed components of a page, the form of its example, and the other files of the application. */
async function assemble(application: PrintedApplication, folder: string): Promise<void> {
  const { name, page, added, body, compilerOptions } = application;
  const files = new Map(printedComponents(page).map(({ path, source }) => [path, source]));
  const example = join(examples, name.toLowerCase());
  const form = (await readdir(example)).find((file) => file.startsWith('create-form.')) ?? '';
  if (!files.has(form)) files.set(form, (await readFile(join(example, form), 'utf8')).replaceAll("'../", "'./"));
  for (const [path, source] of Object.entries(added)) files.set(path, source.trimStart());
  const main = files.has('main.tsx') ? 'main.tsx' : 'main.ts';
  files.set(
    'index.html',
    `<!doctype html><link rel="icon" href="data:," />${body}<script type="module" src="./${main}"></script>`,
  );
  files.set(
    'tsconfig.json',
    JSON.stringify({ compilerOptions: { ...COMPILER_OPTIONS, ...compilerOptions }, include: ['*'] }),
  );
  files.set('error-text.ts', printedErrorText());
  await mkdir(folder, { recursive: true });
  for (const [path, source] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), source);
  }
  const compiler = 'angular-compiler.js';
  await copyFile(join(examples, 'angular', compiler), join(folder, compiler));
}

const COMPILER_OPTIONS = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

interface ServedApplication extends AsyncDisposable {
  readonly url: string;
  /** Changes the only database. */
  setState(state: string): Promise<void>;
  /** Lets all requests fail. */
  fail(): Promise<void>;
}

/** Builds the application and serves it with the proxy of a service of its own. */
async function serveWithService(application: PrintedApplication, folder: string): Promise<ServedApplication> {
  const credentials = { username: 'demo', password: 'demo' };
  // Polls are frequent while a database is being created.
  const service = createService({ credentials, controlToken: 'let-me-in', lifecycle: { creatingMs: 600_000 } });
  const baseUrl = 'http://localhost';
  const control = createControlClient({ baseUrl, token: 'let-me-in', fetch: service.fetch });
  const options = { baseUrl, credentials, fetch: service.fetch, allowCreate: true, authorize: () => true };
  const handler = createProxyHandler(options);
  const proxy: Connect.SimpleHandleFunction = (req, res) => {
    void handler(new NodeRequest({ req, res })).then((answer) => sendNodeResponse(res, answer));
  };
  const outDir = join(folder, 'dist');
  const common = { root: folder, configFile: false as const, logLevel: 'warn' as const, build: { outDir } };
  // With Vitest's NODE_ENV, the frameworks would build for development.
  vi.stubEnv('NODE_ENV', 'production');
  await build({ ...common, plugins: [await pluginsOf(application, folder)] });
  vi.unstubAllEnvs();
  const server = await preview({
    ...common,
    preview: { host: '127.0.0.1', port: 0 },
    plugins: [{ name: 'proxy', configurePreviewServer: ({ middlewares }) => void middlewares.use('/fleet', proxy) }],
  });
  return {
    url: server.resolvedUrls?.local[0] ?? '',
    async setState(state) {
      const [database] = await control.databases.list();
      await control.databases.set(String(database?.['database_id']), { state });
    },
    fail: async () => void (await control.faults.inject({ kind: 'status', status: 500 })),
    async [Symbol.asyncDispose]() {
      await server.close();
      await service.close();
    },
  };
}

async function pluginsOf({ name, plugins }: PrintedApplication, folder: string): Promise<PluginOption> {
  if (name !== 'Angular') return plugins?.();
  const compiler = pathToFileURL(join(folder, 'angular-compiler.js')).href;
  return ((await import(/* @vite-ignore */ compiler)) as { angularCompiler(): PluginOption }).angularCompiler();
}

/** For each framework whose files are compiled: the plugins of its project, and their imports. */
const COMPILERS: Readonly<Record<string, { readonly imports: string; readonly plugins: string }>> = {
  solid: { imports: "import solid from 'vite-plugin-solid';", plugins: 'solid({ hot: false, ssr: false })' },
  vue: { imports: "import vue from '@vitejs/plugin-vue';", plugins: 'vue()' },
  svelte: {
    imports: `import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';`,
    plugins: 'svelte({ configFile: false }), svelteTesting()',
  },
  angular: {
    imports: `import { angularCompiler } from '${examples}/angular/angular-compiler.js';`,
    plugins: 'angularCompiler()',
  },
};

/** Returns the set-up for the tests of the examples: a project for each framework, in happy-dom. */
function vitestConfig(): string {
  const folders = printedApplications.map(({ name }) => name.toLowerCase());
  const imports = folders.map((folder) => COMPILERS[folder]?.imports ?? '').join('\n');
  const projects = folders.map((folder) => {
    const setupFiles = folder === 'angular' ? "setupFiles: ['./set-up.ts']," : '';
    return `{
      root: ${JSON.stringify(join(examples, folder))},
      plugins: [${COMPILERS[folder]?.plugins ?? ''}],
      resolve: { conditions: ['browser', 'development', 'module'] },
      test: { name: '${folder}', environment: 'happy-dom', ${setupFiles} server: { deps: { inline: [/testing-library/, /svelte/, /solid-js/] } } },
    }`;
  });
  return `${imports}\nexport default { test: { projects: [${projects.join(', ')}] } };\n`;
}
