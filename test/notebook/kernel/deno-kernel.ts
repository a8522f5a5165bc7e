import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { findDenoBinary } from '../../runtimes/find-deno.js';
import { debianPython } from '../../support/ensure-program.js';
import { execute } from '../../support/execute.js';

/** One message that a kernel sent to its notebook. */
export interface KernelOutput {
  readonly type: 'display_data' | 'update_display_data' | 'execute_result' | 'stream' | 'error' | 'clear_output';
  /** The formats of a display or a result. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly transient?: { readonly display_id?: string };
  /** The name and the text of a stream. */
  readonly name?: 'stdout' | 'stderr';
  readonly text?: string;
}

export interface CellRun {
  readonly status: 'ok' | 'error' | 'timeout';
  /** The outputs since the previous request, in the order of their arrival. */
  readonly outputs: readonly KernelOutput[];
}

/** A running kernel of Deno. Disposing of it again does nothing. */
export interface DenoKernel extends AsyncDisposable {
  run(code: string): Promise<CellRun>;
}

const denoBinary = findDenoBinary();

/** Whether this machine can run notebooks. */
export const hasDenoKernel = denoBinary !== undefined && inject('hasJupyterClient');

export const notebooks = fileURLToPath(new URL('../../../docs/notebooks', import.meta.url));
const runner = fileURLToPath(new URL('run_cells.py', import.meta.url));

/** A cell ends when nothing has arrived for `quietS` after it has run, and after `listenS` in any case. */
const limitsOf = (code: string): object => ({ quietS: code.includes('live') ? 0.3 : 0.1, listenS: 3, timeoutS: 240 });

/** A proxy that does not exist: a notebook that needs a network fails. */
const noNetwork = { HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '' };

/** Installs Deno's kernel in a temporary home as users install it, and starts it in a folder, without a network. */
export async function startDenoKernel(
  folder: string = notebooks,
  variables: NodeJS.ProcessEnv = noNetwork,
): Promise<DenoKernel> {
  const home = await mkdtemp(join(tmpdir(), 'fleetglass-kernel-'));
  const environment = { ...process.env, ...variables, NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' };
  const env = { ...environment, HOME: home, DENO_DIR: join(home, 'deno'), JUPYTER_RUNTIME_DIR: join(home, 'runtime') };
  await execute(denoBinary as string, ['jupyter', '--install'], { env });
  const child = spawn(debianPython, [runner, await findKernels(home), folder], { env, stdio: 'pipe' });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const exchange = createExchange(child);
  await exchange();

  return {
    run: (code) => exchange({ code, ...limitsOf(code) }),
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await ended;
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Each system has its own place for kernels below the home of a user. */
async function findKernels(home: string): Promise<string> {
  const files = await readdir(home, { recursive: true });
  const file = files.find((path) => path.endsWith(join('kernels', 'deno', 'kernel.json')));
  if (file === undefined) throw new Error('deno jupyter --install wrote no kernel.json.');
  return join(home, file, '..', '..');
}

/** Makes a function that sends one request and reads one answer. Without a request it reads the first answer. */
function createExchange(child: ChildProcessWithoutNullStreams): (request?: object) => Promise<CellRun> {
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  return async (request) => {
    if (request !== undefined) child.stdin.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`The kernel ended.\n${errors}`);
    return JSON.parse(value) as CellRun;
  };
}
