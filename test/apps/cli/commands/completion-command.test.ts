import { chmod, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { ensureProgram } from '../../../support/ensure-program.js';
import { useConcurrentTests } from '../../../support/concurrent-tests.js';
import { execute } from '../../../support/execute.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { httpAnswer, startWireServer } from '../../../support/wire-server.js';
import { asAccount, useFleetglass } from '../command.js';
import { runHere } from '../run-here.js';
import { openTerminal, type Terminal } from '../terminal.js';

const fleetglass = await useFleetglass();
useConcurrentTests();

/** The values that complete a command line. */
const complete = (...typed: readonly string[]): Promise<string[]> => completeWith({}, typed);

async function completeWith(env: NodeJS.ProcessEnv, typed: readonly string[]): Promise<string[]> {
  const { exitCode, stdout } = await runHere(['complete', '--', ...typed], env);
  expect(exitCode).toBe(0);
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t')[0] ?? '');
}

describe('fleetglass complete', () => {
  it('completes commands, and describes them', async () => {
    expect(await complete('')).toEqual(expect.arrayContaining(['board', 'create', 'ids', 'completion']));
    expect(await complete('')).not.toContain('complete');
    expect((await runHere(['complete', '--', 'boa'])).stdout).toBe('board\tshow the fleet on this terminal, live\n');
  });

  it.each([
    ['a command', ['ids', 're'], ['remove', 'resolve']],
    ['an option', ['create', '--pl'], ['--platform', '--plan']],
    ['an option after an argument', ['get', 'some-id', '--w'], ['--watch']],
    ['an option of all commands', ['indices', '--no'], ['--no-color']],
    ['a choice of an option', ['create', '--platform', ''], ['aws', 'gcp']],
    ['a choice of an argument', ['completion', ''], ['bash', 'zsh', 'fish']],
    ['a repeated option', ['create', '--read-region', 'us-east-1', 'eu-west-1'], ['eu-west-1']],
    ['a file of an option', ['serve', '--seed', ''], [':files']],
    ['a folder', ['board', '--state', './a'], [':files']],
    ['a file of an argument', ['ids', 'import', ''], [':files']],
    ['an id, of which none is kept', ['get', ''], []],
  ])('completes %s', async (_, typed, words) => {
    expect(await complete(...typed)).toEqual(words);
  });

  it.each(['create --name ', 'get a ', 'unknown '])('names no files for %j', async (typed) => {
    expect(await complete(...typed.split(' '))).not.toContain(':files');
  });

  it('completes kept names and partly typed ids, but no name that a shell would run', async () => {
    const env = { FLEETGLASS_STATE: await keptState() };
    for (const typed of ['get ', 'connect ', 'ids remove a '])
      expect(await completeWith(env, typed.split(' '))).toEqual(['orders', 'sessions', 'a3', 'jobs:eu']);
    expect(await completeWith(env, ['get', 'ord'])).toEqual(['orders']);
    expect(await completeWith(env, ['get', 'a'])).toEqual(['a1', 'a2', 'a3']);
    expect(await complete('get', '--state', String(env.FLEETGLASS_STATE), 'se')).toEqual(['sessions']);
    expect(await complete('get', `--state=${env.FLEETGLASS_STATE}`, 'se')).toEqual(['sessions']);
    expect(await completeWith(env, ['get', 'orders', ''])).toEqual([]);
  });
});

/** The directory of a state with databases: a1, orders; a2, sessions; a3, with a hostile name; b1, with a colon. */
async function keptState(): Promise<string> {
  const state = join(await temporaryFolder(), 'state');
  const names: Record<string, string> = { a1: 'orders', a2: 'sessions', a3: '$(touch hostile)', b1: 'jobs:eu' };
  await using server = await startWireServer((wire, { target }) => {
    const [, id = ''] = /database\/(\w+)/.exec(target) ?? [];
    wire.end(httpAnswer(200, JSON.stringify({ database_id: id, database_name: names[id] })));
  });
  const env = { ...asAccount(server.url), FLEETGLASS_STATE: state };
  await runHere(['ids', 'add', ...Object.keys(names)], env);
  expect(await runHere(['list', '--refresh'], env)).toMatchObject({ exitCode: 0 });
  return state;
}

/** An environment in which `fleetglass` is the command under test. */
async function withCommand(): Promise<NodeJS.ProcessEnv> {
  const folder = await temporaryFolder();
  const file = join(folder, 'fleetglass');
  await writeFile(file, `#!/bin/sh\nexec "${process.execPath}" "${fleetglass.file}" "$@"\n`);
  await chmod(file, 0o755);
  await writeFile(join(folder, 'some seed.json'), '{}');
  return {
    PATH: [folder, process.env['PATH']].join(delimiter),
    HOME: folder,
    TERM: 'dumb',
    LC_ALL: 'C.UTF-8',
    FLEETGLASS_STATE: await keptState(),
  };
}

/** Types a part of a command, and a tab. */
async function expectCompletion(terminal: Terminal, part: string, whole: string): Promise<void> {
  terminal.type(`${part}\t`);
  expect(await terminal.shows(new RegExp(whole.replaceAll('\\', '\\\\')))).toContain(whole);
  terminal.type('\u0015');
}

describe.runIf(inject('hasTerminal'))('fleetglass completion', { concurrent: true }, () => {
  let [hasZsh, hasFish] = [false, false];
  beforeAll(async () => {
    hasZsh = await ensureProgram('zsh');
    hasFish = await ensureProgram('fish');
  }, 400_000);

  it('completes in bash', async () => {
    const env = await withCommand();
    const terminal = openTerminal(['bash', '--norc', '--noprofile', '-i'], 100, env);
    terminal.type('PS1="ready> "; cd "$HOME"; set -u; eval "$(fleetglass completion bash)"; echo "lo""aded"\r');
    await terminal.shows(/loaded/);
    await expectCompletion(terminal, 'fleetglass indi', 'fleetglass indices ');
    await expectCompletion(terminal, 'fleetglass serve --seed som', 'fleetglass serve --seed some\\ seed.json ');
    // For bash itself, each colon ends a word.
    const address = 'fleetglass get --base-url http://127.0.0.1:4870 ';
    await expectCompletion(terminal, `${address}ord`, `${address}orders `);
    await expectCompletion(terminal, 'fleetglass get jobs:e', 'fleetglass get jobs:eu ');
    terminal.type('\u0004');
    await terminal.exitCode;
  });

  it('completes in zsh', async (context) => {
    context.skip(!hasZsh, 'zsh is not installed');
    const env = await withCommand();
    const terminal = openTerminal(['zsh', '-f', '-i'], 100, { ...env, TERM: 'xterm' });
    terminal.type(
      'PS1="ready> "; cd "$HOME"; autoload -Uz compinit; compinit -u; eval "$(fleetglass completion zsh)"; echo "lo""aded"\r',
    );
    await terminal.shows(/loaded/);
    await expectCompletion(terminal, 'fleetglass create --platf', 'orm');
    await expectCompletion(terminal, 'fleetglass create --platform g', 'cp');
    await expectCompletion(terminal, 'fleetglass connect ses', 'sions');
    terminal.type('\u0004');
    await terminal.exitCode;
  });

  it('completes in fish', async (context) => {
    context.skip(!hasFish, 'fish is not installed');
    const env = await withCommand();
    const lines = ['create --platform ', 'get ord', 'serve --seed som'].map((line) => `fleetglass ${line}`);
    const script = 'cd "$HOME"; fleetglass completion fish | source; for line in $argv; complete -C "$line"; echo; end';
    const { stdout } = await execute('fish', ['--no-config', '-c', script, ...lines], { env });
    const [choices, kept, files] = stdout.split('\n\n');
    expect(choices).toBe('aws\ngcp');
    expect(kept).toBe('orders\ta1');
    expect(files).toMatch(/^some seed\.json.*$/);
  });
});
