import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { marked, type Tokens } from 'marked';
import { expect, onTestFinished } from 'vitest';
import { root } from './root.js';

export interface CodeBlock {
  readonly language: string;
  /** From `file=` behind the language. */
  readonly file: string | undefined;
  readonly source: string;
}

/** The blocks of code of a page, also those in lists, in order. @param section the heading of the only section to read */
export async function blocksOf(page: string, section?: string): Promise<CodeBlock[]> {
  const found: CodeBlock[] = [];
  let heading = '';
  void marked.walkTokens(marked.lexer(await readFile(`${root}/docs/${page}`, 'utf8')), (token) => {
    if (token.type === 'heading' && token['depth'] === 2) heading = String(token['text']);
    if (token.type !== 'code' || (section !== undefined && heading !== section)) return;
    const { lang = '', text } = token as Tokens.Code;
    const [language = '', file] = lang.split(' file=');
    found.push({ language, file, source: text });
  });
  return found;
}

/** A process whose output is collected, without colours, which Vite prints in CI. The end of the test ends it. */
export function start(
  program: string,
  parameters: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
) {
  // A group of its own: npx starts the command as another process.
  const child: ChildProcess = spawn(program, parameters, {
    ...options,
    env: { ...process.env, ...options.env },
    detached: true,
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) process.kill(-child.pid);
    await ended;
  });
  let output = '';
  child.stdout?.on('data', (data) => (output += String(data)));
  child.stderr?.on('data', (data) => (output += String(data)));
  return { output: () => stripVTControlCharacters(output), ended };
}

/** An empty folder, in which a test follows the steps of a page as a reader does. */
export interface Reader {
  /** The shell commands of the steps, in order. */
  readonly commands: readonly string[];
  /** Starts a command that goes on. */
  start(commands: string): ReturnType<typeof start>;
  /** Runs a command to its end. @returns what it prints */
  run(commands: string): Promise<string>;
}

/** Writes the files of the steps, and returns their commands. @param replaced puts in what only this machine knows */
export async function follow(
  blocks: readonly CodeBlock[],
  folder: string,
  env: NodeJS.ProcessEnv,
  replaced: (text: string) => string,
): Promise<Reader> {
  for (const { file, source } of blocks)
    if (file !== undefined) await writeFile(join(folder, file), `${replaced(source)}\n`);
  const startIn = (commands: string) => start('bash', ['-e', '-c', commands], { cwd: folder, env });
  return {
    commands: blocks.flatMap(({ language, source }) => (language === 'sh' ? [replaced(source)] : [])),
    start: startIn,
    async run(commands) {
      const { ended, output } = startIn(commands);
      const code = await ended;
      expect({ code, output: output() }).toEqual({ code: 0, output: expect.any(String) as string });
      return output();
    },
  };
}
