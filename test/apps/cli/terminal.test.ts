import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createService, type Service } from '../../../src/service/index.js';
import { startWireServer } from '../../support/wire-server.js';
import { brokenLines } from './render/broken-lines.js';
import { account, asAccount, standInPage, useFleetglass } from './command.js';
import { openTerminal, visibleText, type Terminal } from './terminal.js';

const run = promisify(execFile);
const fleetglass = useFleetglass();

let service: Service;
let baseUrl: string;

beforeAll(async () => {
  const indices = [{ name: 'articles' }, { name: '日本語の索引'.repeat(20) }, { name: '\u001b]0;pwned\u0007' }];
  service = createService({ credentials: account, seed: { indices } });
  ({ url: baseUrl } = await service.listen());
});

afterAll(() => service.close());

const onTerminal = (args: readonly string[], columns: number, env: NodeJS.ProcessEnv = {}): Terminal =>
  openTerminal([process.execPath, fleetglass.file, ...args], columns, env);

describe.runIf(inject('hasTerminal'))('on a terminal', () => {
  it.each([60, 80, 120])('breaks no line of %d columns', async (columns) => {
    for (const args of [
      ['indices'],
      ['create', '--name', 'x'.repeat(200), '--platform', 'aws', '--region', 'eu-west-1'],
    ]) {
      const terminal = onTerminal(args, columns, { ...asAccount(baseUrl), NO_COLOR: '1' });
      expect(await terminal.exitCode).toBe(0);
      expect(brokenLines(visibleText(terminal.shown), columns)).toEqual([]);
      expect(terminal.shown).not.toContain('\u001b');
    }
  });

  it('is in colour', async () => {
    const terminal = onTerminal(['indices'], 80, asAccount(baseUrl));
    expect(await terminal.exitCode).toBe(0);
    expect(terminal.shown).toContain('\u001b[2mNAME');
  });

  it('asks for the account on stderr, and shows no sign of the password', async () => {
    const shell = [
      'sh',
      '-c',
      '"$0" "$@" > /dev/null',
      process.execPath,
      fleetglass.file,
      'indices',
      '--base-url',
      baseUrl,
    ];
    const terminal = openTerminal(shell, 80);
    await terminal.shows(/User name/);
    terminal.type(`${account.username}\r`);
    await terminal.shows(/Password/);
    const before = terminal.shown.length;
    terminal.type(`${account.password}\r`);
    expect(await terminal.exitCode).toBe(0);
    const after = visibleText(terminal.shown.slice(before));
    expect(after).not.toContain('canary');
    // Not its length either: neither dots nor stars.
    expect(after).not.toMatch(/([^\s─│])\1{3}/);
    expect(terminal.shown).not.toContain('articles');
  });

  it('asks for what is missing only, and again for what cannot be sent', async () => {
    const terminal = onTerminal(['indices', '--base-url', baseUrl], 80, { FLEETGLASS_PASSWORD: account.password });
    await terminal.shows(/User name/);
    terminal.type('a:b\r');
    await terminal.shows(/must not hold a colon/);
    terminal.type(`\u007f\u007f\u007f${account.username}\r`);
    expect(await terminal.exitCode).toBe(0);
    expect(terminal.shown).not.toContain('Password');
    expect(terminal.shown).toContain('articles');
  });

  it('ends with 130 at Ctrl-C where it asks, with the terminal as it was', async () => {
    const terminal = openTerminal(
      [
        'sh',
        '-c',
        '"$0" "$@"; echo "exit $?"; stty -a',
        process.execPath,
        fleetglass.file,
        'indices',
        '--base-url',
        baseUrl,
      ],
      80,
    );
    await terminal.shows(/User name/);
    terminal.type('\u0003');
    await terminal.exitCode;
    expect(terminal.shown).toMatch(/exit 130\r\n/);
    expect(terminal.shown).toMatch(/\sicanon .*\secho\s/s);
  });

  it('asks nobody before it knows that the rest is right', async () => {
    const terminal = onTerminal(['indices', '--base-url', 'ftp://localhost'], 80);
    expect(await terminal.exitCode).toBe(2);
    expect(terminal.shown).not.toContain('User name');
  });

  it('is not asked for a password where the port is in use', async () => {
    await using server = await startWireServer(() => {});
    const terminal = onTerminal(['serve', '--port', String(server.port), '--redis', 'off'], 80);
    expect(await terminal.exitCode).toBe(1);
    expect(terminal.shown).toContain('in use');
    expect(terminal.shown).not.toContain('User name');
  });

  it.each(['serve', 'dashboard', 'create', 'get'])(
    'breaks no word in the help of %s where it is narrow',
    async (name) => {
      const terminal = onTerminal([name, '--help'], 60, { NO_COLOR: '1' });
      expect(await terminal.exitCode).toBe(0);
      expect(
        visibleText(terminal.shown)
          .split('\n')
          .filter((line) => line.length > 60),
      ).toEqual([]);
    },
  );

  it('ends with 130 at Ctrl-C while it waits for the service, and says so on a line of its own', async () => {
    await using server = await startWireServer(() => {});
    const terminal = onTerminal(['indices'], 80, { ...asAccount(server.url), NO_COLOR: '1' });
    await server.arrived();
    terminal.type('\u0003');
    expect(await terminal.exitCode).toBe(130);
    expect(visibleText(terminal.shown)).toMatch(/^\^C\nerror:/);
  });

  it.each([60, 80, 140])(
    'shows the demonstration as a board of %d columns that does what keys say',
    async (columns) => {
      const terminal = onTerminal(['demo', '--port', '0', '--redis', 'off'], columns);
      await terminal.shows(/rate-limits/);
      terminal.type('c');
      await terminal.shows(/create first-steps/);
      terminal.type('o');
      await terminal.shows(/OUTAGE/);
      terminal.type('p');
      await terminal.shows(/● paused/);
      terminal.type('?');
      await terminal.shows(/curl -u demo:demo \S+/);
      terminal.type('q');
      expect(await terminal.exitCode).toBe(0);
      expect(terminal.shown).toMatch(/\d transitions? (?:was|were) seen/);
    },
  );

  it('says at the top of the board where the page is, and serves it as long as the board is there', async () => {
    const terminal = onTerminal(['demo', '--port', '0', '--redis', 'off'], 60, { NO_COLOR: '1' });
    const [, url = ''] = /page (http:\/\/127\.0\.0\.1:\d+\/)/.exec(await terminal.shows(/page http\S+/)) ?? [];
    expect(await (await fetch(url)).text()).toBe(standInPage);
    expect(await (await fetch(`${url}known`)).json()).toMatchObject({ isDemo: true, ids: expect.any(Array) });
    terminal.type('q');
    expect(await terminal.exitCode).toBe(0);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  it('says in the help of the board how to ask its service, in a line that works', async () => {
    const terminal = onTerminal(['demo', '--port', '0', '--redis', 'off'], 80, { NO_COLOR: '1' });
    await terminal.shows(/rate-limits/);
    terminal.type('?');
    const [line = ''] = /curl -u \S+ [\w:/.]+/.exec(await terminal.shows(/curl -u \S+ \S+index/)) ?? [];
    expect((await run('sh', ['-c', line.replace('curl', 'curl --fail -s')])).stdout).toContain('support-articles');
    terminal.type('\u0003');
    expect(await terminal.exitCode).toBe(0);
    // Styles only: what places and clears is no colour.
    expect(terminal.shown.split('\u001b[').filter((sequence) => /^[\d;]*m/.test(sequence))).toEqual([]);
  });

  it.each([
    ['q', 'q', ''],
    ['Ctrl-C', '\u0003', ''],
    ['SIGTERM', '', 'timeout --foreground -s TERM 2'],
    ['SIGHUP', '', 'timeout --foreground -s HUP 2'],
  ])('leaves the terminal as it was when the board ends by %s', async (_, key, prefix) => {
    // While the board starts, the terminal itself turns Ctrl-C into a signal to all: the shell has to outlive it.
    const command = `trap : INT; ${prefix} "$0" "$@"; stty -a; echo "the end"`;
    const terminal = openTerminal(
      ['sh', '-c', command, process.execPath, fleetglass.file, 'demo', '--port', '0', '--redis', 'off'],
      80,
    );
    await terminal.shows(/rate-limits/);
    // The board listens after it was drawn.
    await terminal.shows(/\[\?2026h/);
    if (key !== '') terminal.type(key);
    await terminal.exitCode;
    const [board = '', after = ''] = terminal.shown.split('\u001b[?1049l');
    expect(board).toContain('\u001b[?1049h\u001b[?25l');
    expect(after.startsWith('\u001b[?25h')).toBe(true);
    expect(after).toMatch(/\sicanon .*\secho\s.*the end/s);
    // The board wrote nothing after it was left.
    expect(after).not.toContain('rate-limits');
  });

  it('shows the board whatever CI, DEV and NODE_ENV say', async () => {
    const env = { CI: '1', DEV: 'true', NODE_ENV: 'development' };
    const terminal = onTerminal(['demo', '--port', '0', '--redis', 'off'], 80, env);
    await terminal.shows(/rate-limits/);
    terminal.type('q');
    expect(await terminal.exitCode).toBe(0);
  });

  it('tells the story of the demonstration in JSON, where that is asked for', async () => {
    const terminal = onTerminal(['demo', '--json', '--port', '0', '--redis', 'off'], 80);
    await terminal.shows(/"event":"service"/);
    expect(terminal.shown).not.toContain('\u001b');
    terminal.type('\u0003');
    expect(await terminal.exitCode).toBe(130);
  });
});
