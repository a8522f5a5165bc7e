import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { useConcurrentTests } from '../../support/concurrent-tests.js';
import { execute } from '../../support/execute.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { startWireServer } from '../../support/wire-server.js';
import { brokenLines } from './render/broken-lines.js';
import { standInPage } from './build-command.js';
import { account, asAccount, useFleetglass } from './command.js';
import { useService } from './local-service.js';
import { openHere, runHere } from './run-here.js';
import { openTerminal, visibleText, type Terminal } from './terminal.js';

const fleetglass = await useFleetglass();
useConcurrentTests();

const service = await useService({
  seed: { indices: [{ name: 'articles' }, { name: '日本語の索引'.repeat(20) }, { name: '\u001b]0;pwned\u0007' }] },
});

const onTerminal = (args: readonly string[], columns: number, env: NodeJS.ProcessEnv = {}): Terminal =>
  openTerminal([process.execPath, fleetglass.file, ...args], columns, env);

/** Asks for the account in a script of a shell, which runs the command as `"$0" "$@"`. */
const inShell = (script: string): Terminal =>
  openTerminal(['sh', '-c', script, process.execPath, fleetglass.file, 'indices', '--base-url', service.baseUrl], 80);

it('wraps the text about kept ids on a narrow terminal, names hidden columns, and cuts no id', async () => {
  const env = { FLEETGLASS_STATE: join(await temporaryFolder(), 'state'), NO_COLOR: '1' };
  const shown: string[] = [];
  const id = '7ee755d7-490c-463b-b455-b327565be134';
  for (const args of [['ids'], ['ids', 'add', id], ['list'], ['ids', 'list']]) {
    const { stdout, stderr } = await runHere(args, env, 40);
    shown.push(stderr + stdout);
  }
  const lines = shown.join('\n').split('\n');
  expect(brokenLines(lines.join('\n'), 40)).toEqual([]);
  expect(lines.filter((line) => /^ \S/.test(line))).toEqual([]);
  expect(shown.at(-1)?.replaceAll('\n', ' ')).toContain('A wider terminal, or a pipe, also shows: name.');
  for (const args of [['list'], ['ids', 'list']]) expect((await runHere(args, env, 30)).stdout).toContain(id);
});

it.each([
  ['NO_COLOR', { NO_COLOR: '1' }, []],
  ['an empty NO_COLOR', { NO_COLOR: '' }, []],
  ['--no-color', {}, ['--no-color']],
])('prints no warning of Node for FORCE_COLOR beside %s', async (_, env, args) => {
  const { exitCode, stderr } = await fleetglass.run(['profiles', 'list', ...args], { FORCE_COLOR: '1', ...env });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
});

describe.runIf(inject('hasTerminal'))('on a terminal', { concurrent: true }, () => {
  it('uses colour and the width', async () => {
    const { exitCode, stdout } = await runHere(['indices'], asAccount(service.baseUrl), 60);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('\u001b[2mNAME');
    expect(brokenLines(visibleText(stdout), 60)).toEqual([]);
  });

  it('asks for the account on stderr, and shows no sign of the password', async () => {
    const terminal = inShell('"$0" "$@" > /dev/null');
    await terminal.typeAt(/User name/, `${account.username}\r`);
    await terminal.shows(/Password/);
    const before = terminal.shown.length;
    terminal.type(`${account.password}\r`);
    expect(await terminal.exitCode).toBe(0);
    const after = visibleText(terminal.shown.slice(before));
    expect(after).not.toContain('canary');
    // Dots or stars would show the length of the password.
    expect(after).not.toMatch(/([^\s─│])\1{3}/);
    expect(terminal.shown).not.toContain('articles');
  });

  it('asks for missing values only, and again after an invalid value', async () => {
    const env = { FLEETGLASS_PASSWORD: account.password };
    const terminal = openHere(['indices', '--base-url', service.baseUrl], 80, env);
    await terminal.typeAt(/User name/, 'a:b\r');
    await terminal.typeAt(/must not contain a colon/, `\u007f\u007f\u007f${account.username}\r`);
    expect(await terminal.exitCode).toBe(0);
    expect(terminal.shown).not.toContain('Password');
    expect(terminal.shown).toContain('articles');
  });

  it('ends with 130 at Ctrl-C in a prompt, and restores the terminal', async () => {
    const terminal = inShell('"$0" "$@"; echo "exit $?"; stty -a');
    await terminal.typeAt(/User name/, '\u0003');
    await terminal.exitCode;
    expect(terminal.shown).toMatch(/exit 130\r\n/);
    expect(terminal.shown).toMatch(/\sicanon .*\secho\s/s);
  });

  it('ends status with 130 at Ctrl-C in its prompt', async () => {
    const terminal = openHere(['status', '--base-url', service.baseUrl], 80);
    await terminal.typeAt(/User name/, '\u0003');
    expect(await terminal.exitCode).toBe(130);
    expect(terminal.shown).not.toContain('monitor');
  });

  it('reports a wrong address and a port in use before it asks for the account', async () => {
    await using server = await startWireServer(() => {});
    const inUse = ['serve', '--port', String(server.port), '--redis', 'off'];
    for (const [args, exitCode, words] of [
      [['indices', '--base-url', 'ftp://localhost'], 2, 'Invalid address'],
      [inUse, 1, 'in use'],
    ] as const) {
      const terminal = openHere(args, 80);
      expect(await terminal.exitCode).toBe(exitCode);
      expect(terminal.shown).toContain(words);
      expect(terminal.shown).not.toContain('User name');
    }
  });

  it('refuses to read ids from the keyboard, which a board and a prompt need', async () => {
    const terminal = openHere(['board', '--ids', '-'], 80, asAccount(service.baseUrl));
    expect(await terminal.exitCode).toBe(2);
    expect(terminal.shown).toContain('Cannot read ids from a terminal');
  });

  it('ends with 130 at Ctrl-C during a request, and prints the error on a new line', async () => {
    await using server = await startWireServer(() => {});
    const terminal = onTerminal(['indices'], 80, { ...asAccount(server.url), NO_COLOR: '1' });
    await server.arrived();
    terminal.type('\u0003');
    expect(await terminal.exitCode).toBe(130);
    expect(visibleText(terminal.shown)).toMatch(/^\^C\nerror:/);
  });

  /** The demonstration between two commands of a shell, which prints the modes of the terminal after it. */
  function openDemo(columns: number, env: NodeJS.ProcessEnv = {}): Terminal {
    // While the board starts, Ctrl-C sends a signal to all processes on the terminal, and the shell has to ignore it.
    const demoWithPid = `sh -c 'echo "pid $$"; exec "$0" "$@"' "$0" "$@"`;
    const command = `trap : INT; ${demoWithPid}; echo "exit $?"; stty -a; echo "the end"`;
    const demo = [process.execPath, fleetglass.file, 'demo', '--port', '0', '--redis', 'off'];
    return openTerminal(['sh', '-c', command, ...demo], columns, env);
  }

  async function expectRestored(terminal: Terminal): Promise<void> {
    await terminal.exitCode;
    const [board = '', after = ''] = terminal.shown.split('\u001b[?1049l');
    expect(board).toContain('\u001b[?1049h\u001b[?25l');
    expect(after.startsWith('\u001b[?25h')).toBe(true);
    expect(after).toMatch(/\sicanon .*\secho\s.*the end/s);
    // The board writes nothing after it has left the screen.
    expect(after).not.toContain('rate-limits');
  }

  it('shows the demonstration as a board that reacts to keys, and serves its page until the board ends', async () => {
    // The first three variables change how some packages print.
    const terminal = openDemo(140, { CI: '1', DEV: 'true', NODE_ENV: 'development', NO_COLOR: '1' });
    const said = /The page of the demonstration: (http:\/\/127\.0\.0\.1:\d+\/)\r\n/;
    const [, url = ''] = said.exec(await terminal.shows(said)) ?? [];
    await terminal.shows(/rate-limits/);
    // The first key of a person ends the script of the demonstration.
    terminal.type('c');
    await terminal.shows(/create first-steps/);
    // There is no screen for a browser.
    terminal.type('b');
    await terminal.typeAt(/No browser opens here\./, 'e');
    await terminal.shows(/fleetglass get --local \S+ --show-secrets/);
    expect(await (await fetch(url)).text()).toBe(standInPage);
    const known = async (): Promise<unknown> => (await fetch(`${url}known`)).json();
    const shown = await known();
    expect(shown).toMatchObject({ run: expect.any(String), commandArguments: ' --local', ids: expect.any(Array) });
    terminal.type('?');
    const [line = ''] = /curl -u \S+ [\w:/.]+/.exec(await terminal.shows(/curl -u demo:demo \S+index/)) ?? [];
    expect((await execute('sh', ['-c', line.replace('curl', 'curl --fail -s')])).stdout).toContain('support-articles');
    terminal.type('?o');
    await terminal.typeAt(/OUTAGE/, 'p');
    await terminal.typeAt(/Paused, press p/, '\u0003');
    await expectRestored(terminal);
    expect(terminal.shown).toMatch(/The service has stopped, and its data is gone\..*exit 0\r\n/s);
    // Another test may listen on the port by now.
    expect(await known().catch(() => 'nothing')).not.toEqual(shown);
    // Sequences that move the cursor or clear the screen are not styles.
    expect(terminal.shown.split('\u001b[').filter((sequence) => /^[\d;]*m/.test(sequence))).toEqual([]);
  });

  it('restores the terminal when the board ends by SIGHUP', async () => {
    const terminal = openDemo(80);
    await terminal.shows(/rate-limits/);
    // The board reads keys after its first frame.
    await terminal.shows(/\[\?2026h/);
    process.kill(Number(/pid (\d+)/.exec(terminal.shown)?.[1]), 'SIGHUP');
    await expectRestored(terminal);
  });

  it('prints the demonstration as JSON with --json', async () => {
    const terminal = openHere(['demo', '--json', '--port', '0', '--redis', 'off'], 80);
    await terminal.shows(/"event":"service"/);
    expect(terminal.shown).not.toContain('\u001b');
    terminal.close();
    expect(await terminal.exitCode).toBe(0);
  });
});
