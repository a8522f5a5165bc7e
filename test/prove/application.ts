import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { PrintedFile } from '../docs/printed-files.js';
import { packPackage } from './pack-package.js';

const execute = promisify(execFile);

/** A new application in a folder of its own, with the packed package installed. */
export interface Application extends AsyncDisposable {
  write(files: readonly PrintedFile[]): Promise<void>;
  npm(...parameters: string[]): Promise<void>;
  /** Starts a server, which gets the port as its last parameter. Resolves when the server answers. */
  serve(parameters: readonly string[], environment: Record<string, string>): Promise<RunningServer>;
}

export interface RunningServer extends AsyncDisposable {
  readonly url: string;
  /** The standard output and the errors of the server. */
  readonly output: string;
}

const QUIET = ['--no-audit', '--no-fund', '--prefer-offline'];

/**
 * Creates an application with the command that users run, and installs its packages and this package.
 *
 * @param scaffold parameters of `npx` that create the folder `app`.
 */
export async function createApplication(scaffold: readonly string[]): Promise<Application> {
  const parent = await mkdtemp(join(tmpdir(), 'fleetglass-prove-'));
  const folder = join(parent, 'app');
  const run = async (cwd: string, command: string, parameters: readonly string[]): Promise<string> => {
    const running = execute(command, parameters, { cwd, env: environmentOf({}), maxBuffer: 64 * 1024 ** 2 });
    // A command that asks a question would wait for its answer for ever.
    running.child.stdin?.end();
    return running.then(
      ({ stdout }) => stdout,
      (error: Error & { stdout: string; stderr: string; code: number | null; signal: string | null }) => {
        const end = `ended with ${error.code ?? error.signal ?? error.message}`;
        throw new Error(`${[command, ...parameters].join(' ')} ${end}:\n${error.stdout}\n${error.stderr}`);
      },
    );
  };
  const remove = (): Promise<void> => rm(parent, { recursive: true, force: true });
  try {
    await run(parent, 'npx', ['--yes', ...scaffold]);
    const { filename } = await packPackage(parent);
    await run(folder, 'npm', ['install', ...QUIET, join(parent, filename)]);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    async write(files) {
      for (const { path, source } of files) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), `${source}\n`);
      }
    },
    npm: async (...parameters) => void (await run(folder, 'npm', parameters)),
    serve: (parameters, environment) => serve(folder, parameters, environment),
    [Symbol.asyncDispose]: remove,
  };
}

async function serve(
  cwd: string,
  parameters: readonly string[],
  environment: Record<string, string>,
): Promise<RunningServer> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let output = '';
  // A group of its own: npx starts the server as another process.
  const server = spawn('npx', ['--no', '--', ...parameters, `${port}`], {
    cwd,
    env: environmentOf(environment),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (output += String(text)));
  const stop = async (): Promise<void> => stopGroup(server);
  try {
    await waitForServer(url, () => server.exitCode);
  } catch (error) {
    await stop();
    throw new Error(`${parameters.join(' ')} does not answer:\n${output}`, { cause: error });
  }
  return {
    url,
    get output() {
      return output;
    },
    [Symbol.asyncDispose]: stop,
  };
}

/** Resolves when a server accepts requests. Some servers compile first. */
async function waitForServer(url: string, exitCode: () => number | null): Promise<void> {
  for (let tries = 0; tries < 240; tries++) {
    if (exitCode() !== null) throw new Error(`The server ended with ${exitCode()}`);
    const isReachable = await fetch(url).then(
      async (answer) => (await answer.text(), true),
      () => false,
    );
    if (isReachable) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('The server did not answer within a minute');
}

async function stopGroup(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  process.kill(-server.pid, 'SIGKILL');
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The environment without the variables of Vitest, which would make frameworks build for tests. */
function environmentOf(added: Record<string, string>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => name !== 'NODE_ENV' && !name.startsWith('VITE'));
  return { ...Object.fromEntries(inherited), NEXT_TELEMETRY_DISABLED: '1', ...added };
}
