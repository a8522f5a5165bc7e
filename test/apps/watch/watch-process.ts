import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonLines, type FleetglassCommand, type Running } from '../cli/command.js';
import { startHere } from '../cli/run-here.js';
import { poll } from '../../support/concurrent-tests.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

export type LogLine = Readonly<Record<string, unknown>> & { readonly event: string; readonly level: string };

export type Watch = ReturnType<typeof toWatch>;

const WAIT = { interval: 25, timeout: 30_000 };

export type WatchFolder = Awaited<ReturnType<typeof watchFolder>>;

/** Makes a folder with a configuration file and a state directory. */
export async function watchFolder(fleetglass: FleetglassCommand) {
  const folder = await temporaryFolder();
  const config = join(folder, 'fleetglass.yaml');
  const state = join(folder, 'state');
  return {
    folder,
    config,
    state,
    /** Writes the configuration file. A reload that runs meanwhile reads the whole old file, or the whole new one. */
    async write(content: string): Promise<void> {
      await writeFile(`${config}.draft`, content);
      await rename(`${config}.draft`, config);
    },
    /** The ids that this state, or another one, keeps. The command must have ended. */
    async keptIds(directory = state): Promise<string[]> {
      const { stdout } = await fleetglass.run(['ids', 'export', '--state', join(directory, 'fleet')]);
      return stdout.trimEnd().split('\n').toSorted();
    },
    start: (args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Watch =>
      toWatch(fleetglass.start(['watch', '--config', config, '--state', state, ...args], env)),
    /** As `start`, inside the process of the test: faster, and no signal kills it. */
    startHere: (args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Watch =>
      toWatch(startHere(['watch', '--config', config, '--state', state, ...args], env)),
  };
}

function toWatch(running: Running) {
  let text = '';
  running.stdout.on('data', (chunk: string) => (text += chunk));
  /** The lines of the log so far. Fails if a line is not JSON. */
  const lines = (): LogLine[] => jsonLines(text);
  /** Waits for the nth line with this event. */
  const logged = async (event: string, count = 1): Promise<LogLine> => {
    const found = (): LogLine | undefined => lines().filter((line) => line.event === event)[count - 1];
    let hasEnded = false;
    void running.ended.then(() => (hasEnded = true));
    await poll(() => (found() !== undefined || hasEnded ? 'logged' : lines().map((line) => line.event)), WAIT).toBe(
      'logged',
    );
    const line = found();
    if (line === undefined) throw new Error(`ended without ${event}: ${JSON.stringify(await running.ended)}`);
    return line;
  };
  return {
    ...running,
    lines,
    logged,
    /** Reads from the HTTP server. */
    async get(path: string) {
      const { metrics } = await logged('started');
      const response = await fetch(`${String(metrics)}${path}`);
      return { status: response.status, text: await response.text() };
    },
  };
}
