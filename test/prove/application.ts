import { exec } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import { start } from '../docs/page-steps.js';
import type { PrintedFile } from '../docs/printed-files.js';
import { freePort } from '../support/free-port.js';
import { packPackage, pathOfNode } from './npm.js';

const execute = promisify(exec);

/** How an application begins. */
export type NewApplication =
  /** Parameters of `npx` that create the folder `app`. */
  | { readonly scaffold: string }
  /** For a framework whose template cannot be installed from the registry: its packages, and the files of its template. */
  | { readonly packages: string; readonly files: readonly PrintedFile[] };

export type Application = Awaited<ReturnType<typeof createApplication>>;

// A registry may have versions of a framework's packages that do not match exactly.
const QUIET = ['--no-audit', '--no-fund', '--prefer-offline', '--legacy-peer-deps'];

/** Some frameworks do not run on the oldest Node that this package supports. */
const NODE = '24';

/** Creates an application in a folder of its own, and installs its packages and this package. */
export async function createApplication(application: NewApplication) {
  const parent = await mkdtemp(join(tmpdir(), 'fleetglass-prove-'));
  const folder = join(parent, 'app');
  const node = dirname(await pathOfNode(NODE));
  const inherited = Object.entries(process.env).filter(([name]) => name !== 'NODE_ENV' && !name.startsWith('VITE'));
  /** The environment without the variables of Vitest, which would make frameworks build for tests. */
  const environmentWith = (added: Record<string, string>): NodeJS.ProcessEnv => ({
    ...Object.fromEntries(inherited),
    NEXT_TELEMETRY_DISABLED: '1',
    NUXT_TELEMETRY_DISABLED: '1',
    NG_CLI_ANALYTICS: 'false',
    ASTRO_TELEMETRY_DISABLED: '1',
    PATH: [join(folder, 'node_modules/.bin'), node, process.env['PATH']].join(delimiter),
    ...added,
  });
  const run = async (cwd: string, command: string): Promise<void> => {
    const running = execute(command, { cwd, env: environmentWith({}), maxBuffer: 64 * 1024 ** 2 });
    // A command that asks a question would wait for ever.
    running.child.stdin?.end();
    await running.catch(
      (error: Error & { stdout: string; stderr: string; code: number | null; signal: string | null }) => {
        const end = `ended with ${error.code ?? error.signal ?? error.message}`;
        throw new Error(`${command} ${end}:\n${error.stdout}\n${error.stderr}`);
      },
    );
  };
  const write = async (files: readonly PrintedFile[]): Promise<void> => {
    for (const { path, source } of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), `${source}\n`);
    }
  };
  const remove = (): Promise<void> => rm(parent, { recursive: true, force: true });
  try {
    const { filename } = await packPackage(parent);
    if ('scaffold' in application) await run(parent, `npx --yes ${application.scaffold}`);
    else await write([{ path: 'package.json', source: '{ "private": true, "type": "module" }' }, ...application.files]);
    const packages = 'scaffold' in application ? [] : application.packages.split(' ').map((name) => `'${name}'`);
    await run(folder, ['npm install', ...QUIET, ...packages, join(parent, filename)].join(' '));
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    folder,
    write,
    /** Adds a part to a file that exists, before a text of it. */
    async merge({ path, source }: PrintedFile, before: string) {
      const text = await readFile(join(folder, path), 'utf8');
      if (!text.includes(before)) throw new Error(`${path} of the new application has no ${before}`);
      await writeFile(
        join(folder, path),
        text.replace(before, () => `${source}\n\n${before}`),
      );
    },
    run: (command: string) => run(folder, command),
    serve: (command: string, environment: Record<string, string>) =>
      serve(folder, command, environmentWith(environment)),
    [Symbol.asyncDispose]: remove,
  };
}

/**
 * Starts a server until the test ends. It gets its port in PORT, and as the last argument if the command ends with `--port`.
 * Resolves when the server answers, which may include a compilation.
 */
async function serve(cwd: string, command: string, env: NodeJS.ProcessEnv) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const started = command.endsWith('--port') ? `${command} ${port}` : command;
  const { output, ended } = start('sh', ['-c', started], { cwd, env: { ...env, PORT: `${port}` } });
  const answered = vi.waitFor(async () => (await fetch(url)).text(), { timeout: 300_000, interval: 250 });
  const failed = ended.then((code) => Promise.reject(new Error(`The server ended with ${code}`)));
  await Promise.race([answered, failed]).catch((error: unknown) => {
    throw new Error(`${command} does not answer:\n${output()}`, { cause: error });
  });
  return { url, output };
}
