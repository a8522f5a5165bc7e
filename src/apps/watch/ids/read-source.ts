import { withDeadline } from '../../../core/wire/deadline.js';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readWholeBody, UnusableAnswer } from '../../../core/wire/read-text.js';
import { onAbort } from '../../../core/shared/on-abort.js';
import type { Clock } from '../../../core/shared/clock.js';
import { killCommand, startCommand } from '../../../monitor/system/command.js';
import { describeSystemError } from '../../../monitor/system/describe-system-error.js';
import { type IdAnswer, type IdSourceConfig, IdSourceError, parseIds } from '../config/id-source-config.js';
import { FileProblem, readRegularFile } from '../config/read-file.js';

/** Larger answers are mistakes: 100,000 ids take about 4 MB. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Reads a source once. @returns `undefined` if nothing changed since the last read */
export type ReadSource = (signal: AbortSignal) => Promise<IdAnswer | undefined>;

/** @param folder where relative paths of files begin */
export function createReader(source: IdSourceConfig, folder: string, clock: Clock): ReadSource {
  switch (source.type) {
    case 'list':
      return async () => ({ ids: source.ids, invalid: [] });
    case 'file':
      return createFileReader(resolve(folder, source.path), clock);
    case 'command':
      return (signal) => within(source.timeout, (ended) => runCommand(source, ended), signal, clock);
    case 'http':
      return (signal) => within(source.timeout, (ended) => fetchIds(source.url, source.token, ended), signal, clock);
  }
}

/** A program that still writes the file changes it again within this time. */
const WRITE_PAUSE_MS = 250;

/** Reads a file when it changed. A rename over it, and a change of a link to it, are changes. */
function createFileReader(path: string, clock: Clock): ReadSource {
  let seen = '';
  return async () => {
    const before = await factsOf(path);
    if (before === seen) return undefined;
    await new Promise<void>((done) => clock.schedule(done, WRITE_PAUSE_MS));
    const content = await readRegularFile(path, MAX_BYTES);
    // A file that is still being written is read the next time.
    if ((await factsOf(path)) !== before) return undefined;
    const answer = parseIds(content.toString('utf8'));
    seen = before;
    return answer;
  };
}

async function factsOf(path: string): Promise<string> {
  const facts = await stat(path).catch((error: unknown) => {
    throw new FileProblem(describeSystemError(error));
  });
  return [facts.dev, facts.ino, facts.size, facts.mtimeMs, facts.ctimeMs].join();
}

function within(timeoutMs: number, run: ReadSource, signal: AbortSignal, clock: Clock): ReturnType<ReadSource> {
  const lateError = (): Error => new IdSourceError(`no answer within ${timeoutMs} ms`);
  return withDeadline({ clock, timeoutMs, signal }, run, lateError).catch((error: unknown) => {
    throw error instanceof IdSourceError ? error : new IdSourceError('it did not answer');
  });
}

type CommandSource = Extract<IdSourceConfig, { readonly type: 'command' }>;

async function runCommand({ command, env }: CommandSource, signal: AbortSignal): Promise<IdAnswer> {
  const child = await startCommand(command, { env, stdio: ['ignore', 'pipe', 'ignore'] }).catch((error: Error) => {
    throw new IdSourceError(`it ${error.message}`);
  });
  const closed = once(child, 'close');
  const end = (): void => {
    killCommand(child);
    child.stdout?.destroy();
  };
  const release = onAbort(signal, end);
  try {
    // The signal may have aborted while the command started.
    signal.throwIfAborted();
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of child.stdout ?? []) {
      chunks.push(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      if (bytes > MAX_BYTES) throw new IdSourceError('it printed more than 16 MiB');
    }
    const [code, killedBy] = await closed;
    if (code === 0) return parseIds(Buffer.concat(chunks).toString('utf8'));
    throw new IdSourceError(code === null ? `it was ended by ${killedBy}` : `it ended with exit code ${code}`);
  } finally {
    release();
    end();
  }
}

async function fetchIds(url: string, token: string | undefined, signal: AbortSignal): Promise<IdAnswer> {
  const headers = { accept: 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  const response = await fetch(url, { headers, signal, redirect: 'manual' });
  if (!response.ok) {
    await response.body?.cancel();
    throw new IdSourceError(`it answered with status ${response.status}`);
  }
  const text = await readWholeBody(response.body, MAX_BYTES, true).catch((error: unknown) => {
    throw error instanceof UnusableAnswer ? new IdSourceError('its answer is larger than 16 MiB') : error;
  });
  return parseIds(text, true);
}
