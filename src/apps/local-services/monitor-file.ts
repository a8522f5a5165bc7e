import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../../core/wire/parse-json.js';
import { UsageError } from '../terminal/command-errors.js';
import { readPrivateFile, writePrivateFile } from './private-file.js';
import { identifyProcess } from './process-identity.js';

const schema = v.object({
  version: v.literal(1),
  url: v.pipe(v.string(), v.regex(/^http:\/\/[^/?#@\s\p{Cc}]+:\d+$/u)),
  pid: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  process: v.string(),
});

const pathIn = (state: string): string => join(state, 'address.json');

/**
 * Writes the address of a monitor into its state directory, for commands on the same machine. It writes no secret.
 *
 * @returns a function that removes the file
 */
export async function writeMonitorFile(state: string, url: string): Promise<() => Promise<void>> {
  const identity = await identifyProcess(process.pid);
  const file = { version: 1, url: reachable(url), pid: process.pid, process: identity ?? '' } as const;
  await writePrivateFile(pathIn(state), `${JSON.stringify(file satisfies v.InferOutput<typeof schema>)}\n`);
  return () => rm(pathIn(state), { force: true });
}

/** A server that listens on all addresses of this machine is reached over loopback, which its requests must name. */
function reachable(url: string): string {
  return url.replace(/^http:\/\/(?:0\.0\.0\.0|\[::\])(?=:)/, (host) =>
    host.includes('[') ? 'http://[::1]' : 'http://127.0.0.1',
  );
}

/**
 * Finds the monitor that runs with a state directory.
 *
 * @returns its address
 * @throws UsageError if none runs, with the reason
 */
export async function findMonitor(state: string): Promise<string> {
  const path = pathIn(state);
  const { text, problem, code } = await readPrivateFile(path);
  if (code === 'ENOENT')
    throw new UsageError(`No monitor runs with the state ${state}, or its metrics.listen is off. ${HOW_TO_START}`);
  const parsed = v.safeParse(schema, parseJson(text ?? ''));
  if (!parsed.success)
    throw new UsageError(
      `The file ${path} ${problem ?? 'is damaged'}. Run the command as the user of the monitor, or pass --monitor with its address.`,
    );
  const { url, pid, process: identity } = parsed.output;
  if ((await identifyProcess(pid)) !== identity)
    throw new UsageError(`The monitor with the state ${state} (process ${pid}) has ended. ${HOW_TO_START}`);
  return url;
}

const HOW_TO_START = 'Start one with `fleetglass watch`, or pass --monitor with the address of a monitor elsewhere.';
