import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'undici';
import { chromiumLaunch, chromiumPath } from './chromium-launch.js';

/** A tab or a window. Each one has a process of its own. */
export type DevtoolsPage = Awaited<ReturnType<typeof openPage>>;

type Send = <T = unknown>(method: string, params?: object, sessionId?: string) => Promise<T>;

/** A Chromium over its devtools protocol. Pages of Playwright are always visible, so they cannot be hidden or frozen. */
export async function launchDevtoolsBrowser(flags: readonly string[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'fleetglass-chromium-'));
  const usual = ['--headless=new', '--process-per-tab', '--no-first-run', '--remote-debugging-port=0'];
  const args = [...chromiumLaunch.args, ...flags, ...usual, `--user-data-dir=${folder}`, 'about:blank'];
  const program = spawn(chromiumPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const socket = new WebSocket(await addressOf(program));
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const send = createSend(socket);
  return {
    /** Opens a window, or a tab of the first window, which hides the tab that was visible there. */
    open: (url: string, place: 'window' | 'tab' = 'window') => openPage(send, url, place === 'window'),
    async close() {
      const exited = new Promise((resolve) => program.once('exit', resolve));
      program.kill('SIGKILL');
      await exited;
      socket.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

function addressOf({ stderr }: ChildProcess): Promise<string> {
  let text = '';
  return new Promise((resolve) => {
    stderr?.on('data', (part: Buffer) => {
      text += part.toString();
      const [, address] = /DevTools listening on (ws:\S+)/.exec(text) ?? [];
      if (address !== undefined) resolve(address);
    });
  });
}

interface Reply {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

function createSend(socket: WebSocket): Send {
  const waiting = new Map<number, (reply: Reply) => void>();
  let count = 0;
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    waiting.get(reply.id ?? 0)?.(reply);
    waiting.delete(reply.id ?? 0);
  });
  return <T>(method: string, params: object = {}, sessionId?: string) =>
    new Promise<T>((resolve, reject) => {
      const id = ++count;
      waiting.set(id, ({ result, error }) =>
        error === undefined ? resolve(result as T) : reject(new Error(`${method}: ${error.message}`)),
      );
      socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
}

interface Evaluated {
  readonly result: { readonly value?: unknown };
  readonly exceptionDetails?: { readonly exception?: { readonly description?: string } };
}

async function openPage(send: Send, url: string, newWindow: boolean) {
  const { targetId } = await send<{ targetId: string }>('Target.createTarget', { url, newWindow });
  const attached = await send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
  const call = <T>(method: string, params?: object): Promise<T> => send<T>(method, params, attached.sessionId);
  const setLife = (state: 'frozen' | 'active') => () => call<void>('Page.setWebLifecycleState', { state });

  /** The value of an expression, which may be a promise. */
  async function evaluate<T = unknown>(expression: string): Promise<T> {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await call<Evaluated>('Runtime.evaluate', options);
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? 'failed');
    return result.value as T;
  }

  return {
    evaluate,
    /** Shows this tab; the other tabs of its window are hidden. */
    show: () => send<void>('Target.activateTarget', { targetId }),
    /** Freezes a hidden tab, as the browser does to save energy. */
    freeze: setLife('frozen'),
    unfreeze: setLife('active'),
    open: (next: string) => call<void>('Page.navigate', { url: next }),
    reload: () => call<void>('Page.reload'),
    // The navigation may end the evaluation with an error.
    back: () => void call('Runtime.evaluate', { expression: 'history.back()' }).catch(() => {}),
    /** Ends the process of the page, as Chromium does when memory runs out. */
    crash: () => void call('Page.crash').catch(() => {}),
    close: () => send<void>('Target.closeTarget', { targetId }),
    /** The process of the page. The page must run. */
    async findPid() {
      const find = () => findBusyRenderer(send, () => evaluate(BUSY));
      // Another page may have worked more by chance.
      for (let pid = await find(); ;) {
        const again = await find();
        if (again === pid) return pid;
        pid = again;
      }
    },
  };
}

/** Uses the processor for a while. */
const BUSY = 'for (const end = performance.now() + 500; performance.now() < end; );';

interface Processes {
  readonly processInfo: readonly { readonly type: string; readonly id: number; readonly cpuTime: number }[];
}

/** The protocol does not name the process of a page, so the page makes its process busy. */
async function findBusyRenderer(send: Send, keepBusy: () => Promise<unknown>): Promise<number> {
  const read = async (): Promise<Map<number, number>> => {
    const { processInfo } = await send<Processes>('SystemInfo.getProcessInfo');
    return new Map(processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]));
  };
  const before = await read();
  await keepBusy();
  const used = [...(await read())].map(([id, cpuTime]) => ({ id, seconds: cpuTime - (before.get(id) ?? 0) }));
  const [busiest, next] = used.toSorted((one, other) => other.seconds - one.seconds);
  // On a busy machine other pages work too.
  if (busiest === undefined || busiest.seconds < 0.1 || busiest.seconds < 2 * (next?.seconds ?? 0))
    return findBusyRenderer(send, keepBusy);
  return busiest.id;
}
