import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { onTestFinished } from '../../support/concurrent-tests.js';

const driver = fileURLToPath(new URL('terminal.py', import.meta.url));

/** A program on a terminal. */
export type Terminal = ReturnType<typeof followTerminal>;

/** Runs a program on a pseudo terminal. Its environment is `env`, PATH, TERM, and an empty folder as HOME. */
export function openTerminal(command: readonly string[], columns: number, env: NodeJS.ProcessEnv = {}): Terminal {
  const home = mkdtempSync(join(tmpdir(), 'fleetglass-home-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const child = spawn('python3', [driver, String(columns), ...command], {
    env: { PATH: process.env['PATH'], HOME: home, TERM: 'xterm-256color', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // The end of the driver closes the terminal, which ends the program.
  const close = (): void => void child.kill('SIGKILL');
  onTestFinished(close);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return followTerminal(child.stdout, child.stdin, ended, close);
}

/** Reads the output of a program on a terminal, and types on its keyboard. */
export function followTerminal(
  output: Readable,
  keyboard: Writable,
  exitCode: Promise<number | null>,
  close: () => void,
) {
  let shown = '';
  let answeredTo = 0;
  output.setEncoding('utf8').on('data', (chunk: string) => (shown += chunk));
  /** Resolves when the output since the last typed text matches. */
  const shows = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        if (!pattern.test(shown.slice(answeredTo))) return;
        output.off('data', check);
        resolve(shown);
      };
      output.on('data', check);
      void exitCode.then(() => reject(new Error(`ended without showing ${pattern}: ${shown}`)));
      check();
    });
  const type = (text: string): void => {
    answeredTo = shown.length;
    keyboard.write(text);
  };
  return {
    /** The complete output, with escape sequences. */
    get shown() {
      return shown;
    },
    shows,
    type,
    /** Types a text when the output since the last typed text matches. */
    async typeAt(pattern: RegExp, text: string): Promise<void> {
      await shows(pattern);
      type(text);
    },
    /** Closes the terminal, as a window or a connection that is closed. */
    close,
    exitCode,
  };
}

/** The output without styles and cursor movements. */
export function visibleText(shown: string): string {
  return stripVTControlCharacters(shown).replaceAll('\r\n', '\n');
}
