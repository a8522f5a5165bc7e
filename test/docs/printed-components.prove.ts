import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { NodeRequest, sendNodeResponse } from 'srvx/node';
import type { Connect } from 'vite';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createProxyHandler } from 'fleetglass/proxy';
import { createControlClient, createService } from 'fleetglass/service';
import { projectErrors } from '../prove/type-errors.js';
import { execute } from '../support/execute.js';
import { useChromium } from '../support/use-chromium.js';
import { problemsOf } from '../support/page-problems.js';
import { buildAndServe } from './build-and-serve.js';
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
    await copyFile(join(examples, 'local-fleet.js'), join(parent, 'local-fleet.js'));
    for (const application of printedApplications) await assemble(application, folderOf(application));
  });
  afterAll(() => rm(parent, { recursive: true }));

  test.each(printedApplications)('$name compiles', { timeout: LONG_MS }, async (application) => {
    expect(await projectErrors(folderOf(application))).toBe('');
  });

  describe.skipIf(!inject('hasChromium'))('in a page:', () => {
    const browser = useChromium();

    test.each(printedApplications)(
      '$name creates a database, shows it and follows it',
      { timeout: LONG_MS },
      async (application) => {
        await using service = await serveWithService(folderOf(application));
        await using page = await browser().newPage();
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
      },
    );
  });

  test('each example passes its test', { timeout: LONG_MS }, async () => {
    await writeFile(join(parent, 'vitest.config.mjs'), vitestConfig());
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const parameters = [vitest, 'run', '--config', join(parent, 'vitest.config.mjs'), '--reporter=json'];
    // Without the variables of the current run.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(NODE_ENV|VITEST)/.test(name)));
    const { stdout } = await execute(process.execPath, parameters, { cwd: parent, env }).catch(
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

/** Writes the printed components of a page, what they need of its example, and the added files. */
async function assemble(application: PrintedApplication, folder: string): Promise<void> {
  const { name, page, added, body, compilerOptions } = application;
  const files = new Map(printedComponents(page).map(({ path, source }) => [path, source]));
  const example = join(examples, name.toLowerCase());
  for (const file of await readdir(example)) {
    const source = await readFile(join(example, file), 'utf8');
    if (/\.(?:js|d\.ts)$/.test(file)) files.set(file, source);
    const isNeeded = /^(?:app|create-form|main)\./.test(file) && !files.has(file);
    if (isNeeded) files.set(file, source.replaceAll("'../", "'./"));
  }
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
  files.set('change-text.ts', await readFile(join(examples, 'change-text.ts'), 'utf8'));
  await mkdir(folder, { recursive: true });
  for (const [path, source] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), source);
  }
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

/** Builds the application and serves it with the proxy of a service of its own. */
async function serveWithService(folder: string) {
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
  // Without the example's own configuration, which serves another service at the same path.
  const app = await buildAndServe(folder, {
    configFile: false,
    plugins: [{ name: 'proxy', configurePreviewServer: ({ middlewares }) => void middlewares.use('/fleet', proxy) }],
  });
  return {
    url: app.url,
    /** Changes the only database. */
    async setState(state: string): Promise<void> {
      const [database] = await control.databases.list();
      await control.databases.set(String(database?.['database_id']), { state });
    },
    /** Lets all requests fail. */
    fail: async (): Promise<void> => void (await control.faults.inject({ kind: 'status', status: 500 })),
    async [Symbol.asyncDispose](): Promise<void> {
      await app[Symbol.asyncDispose]();
      await service.close();
    },
  };
}

/** Returns the set-up for the tests of the examples: a project for each framework, in happy-dom. */
function vitestConfig(): string {
  const projects = printedApplications.map(({ name }) => {
    const folder = join(examples, name.toLowerCase());
    const setupFiles = name === 'Angular' ? "setupFiles: ['./set-up.ts']," : '';
    return `{
      extends: ${JSON.stringify(join(folder, 'vite.config.js'))},
      root: ${JSON.stringify(folder)},
      resolve: { conditions: ['browser', 'development', 'module'] },
      test: { name: '${name}', environment: 'happy-dom', ${setupFiles} server: { deps: { inline: [/testing-library/, /svelte/, /solid-js/] } } },
    }`;
  });
  return `export default { test: { projects: [${projects.join(', ')}] } };\n`;
}
