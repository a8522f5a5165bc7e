import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, expect, inject } from 'vitest';
import { onTestFinished } from '../../support/concurrent-tests.js';
import { buildCommand } from './build-command.js';

/** The account of the tests. Its password contains characters with a meaning in shells, headers and configuration files. */
export const account = { username: 'me@example.com', password: `canary "q" \\b $HOME %s 'é #1` } as const;

/** The result of a run of the command. */
export interface Ended {
  /** As in a shell: 128 plus the number of a signal that ended it. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export type Running = ReturnType<typeof startProcess>;

/** The `fleetglass` command, built from these sources. */
export type FleetglassCommand = Awaited<ReturnType<typeof useFleetglass>>;

/** The environment of a run with credentials. */
export function asAccount(baseUrl?: string): NodeJS.ProcessEnv {
  return {
    FLEETGLASS_USERNAME: account.username,
    FLEETGLASS_PASSWORD: account.password,
    ...(baseUrl === undefined ? {} : { FLEETGLASS_BASE_URL: baseUrl }),
  };
}

/** The command, built from the current sources. Each test file has a home directory of its own. */
export async function useFleetglass() {
  const shared = inject('commandFolder');
  const folder = shared ?? (await buildCommand());
  const home = await mkdtemp(join(tmpdir(), 'fleetglass-home-'));
  afterAll(async () => {
    await rm(home, { recursive: true, force: true });
    if (shared === undefined) await rm(folder, { recursive: true, force: true });
  });

  const file = join(folder, 'dist/apps/cli/main.js');
  const start = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Running =>
    startProgram(file, args, { HOME: home, ...env });
  return {
    /** The file to run with node. */
    file,
    /** Starts the command without a terminal. Its environment is `env` and PATH. */
    start,
    /** Runs the command to its end, without a terminal. */
    run: (args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended> => start(args, env).ended,
    /** Runs the command to its end, with a pipe of a shell from its stdout to another program, such as `head -n 1`. */
    runInto: (reader: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> => {
      // A shell returns the exit code of the last program of a pipe.
      const script = `{ { "$0" "$@"; echo "$?" >&3; } | ${reader}; } 3>"$HOME/exit-code"; exit "$(cat "$HOME/exit-code")"`;
      return startProcess('/bin/sh', ['-c', script, process.execPath, file, ...args], { HOME: home, ...env }).ended;
    },
  };
}

/** Expects a failure with this exit code and these words, no output, and no secret. The words may be on several lines. */
export function expectFailure(ended: Ended, exitCode: number, ...words: readonly (string | RegExp)[]): void {
  expect(ended).toMatchObject({ exitCode, stdout: '' });
  const said = ended.stderr.replaceAll(/\n */g, ' ');
  for (const word of words) expect(said).toMatch(word);
  expect(said).not.toContain('canary');
}

/** The objects of an output with one on each line, without a line that is not complete. */
export function jsonLines<T = object>(text: string): T[] {
  return Array.from(text.split('\n').slice(0, -1), (line) => JSON.parse(line) as T);
}

/** Opens the printed address of a page as a browser does. @returns a function that sends its requests */
export async function openPage(url: string) {
  const { headers } = await fetch(url, { redirect: 'manual' });
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  return (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(new URL(path, url), { ...init, headers: { cookie, ...(init.headers as Record<string, string>) } });
}

/** The arguments of a valid `fleetglass create`. */
export const CREATE = ['create', '--name', 'sessions', '--platform', 'aws', '--region', 'eu-west-1'];

/** Starts a file with node. Its environment is `env` and PATH. */
export function startProgram(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Running {
  return startProcess(process.execPath, [file, ...args], env);
}

function startProcess(program: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exitCode = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
  });
  const kill = (signal: NodeJS.Signals): void => void child.kill(signal);
  return { pid: child.pid ?? 0, ...followOutput(child.stdout, child.stderr, exitCode, kill) };
}

/** Collects the output of a command. @param exitCode resolves when the command has ended and printed everything */
export function followOutput(
  stdout: Readable,
  stderr: Readable,
  exitCode: Promise<number>,
  kill: (signal: NodeJS.Signals) => void,
) {
  let text = '';
  let errors = '';
  stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk));
  const ended = exitCode.then((code): Ended => ({ exitCode: code, stdout: text, stderr: errors }));
  /** Resolves when stdout holds a match. */
  const printed = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        if (!pattern.test(text)) return;
        stdout.off('data', check);
        resolve(text);
      };
      stdout.on('data', check);
      void ended.then(() => reject(new Error(`ended without printing ${pattern}: ${text}${errors}`)), reject);
      check();
    });
  /** Sends a signal, and resolves when the command has ended. */
  const endBy = (signal: NodeJS.Signals): Promise<Ended> => {
    kill(signal);
    return ended;
  };
  return { stdout, printed, errors: () => errors, kill, ended, endBy };
}
