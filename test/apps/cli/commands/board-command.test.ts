import { join } from 'node:path';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { openDirectory } from '../../../../src/persistence/directory/index.js';
import { freePort } from '../../../support/free-port.js';
import { sampleSeed } from '../../../support/sample-database.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { httpAnswer, startWireServer } from '../../../support/wire-server.js';
import { asAccount, useFleetglass, type Ended } from '../command.js';
import { useService } from '../local-service.js';
import { openHere, runHere } from '../run-here.js';
import { openTerminal, visibleText, type Terminal } from '../terminal.js';

const fleetglass = await useFleetglass();

const service = await useService({
  seed: { ...sampleSeed('orders'), indices: [{ id: '465c4e34-1aaf-4ba7-a910-bff3bd596259', name: 'articles' }] },
});

const { id } = service;

let state: string;
beforeEach(async () => {
  state = join(await temporaryFolder(), 'state');
});

const onState = (args: readonly string[], env: NodeJS.ProcessEnv = asAccount(service.baseUrl)): Promise<Ended> =>
  runHere(args, { FLEETGLASS_STATE: state, ...env });

describe('fleetglass board', () => {
  it('prints the whole board once without a terminal, and keeps the ids unless --no-state is given', async () => {
    expect(await onState(['board', id, '--no-state'])).toMatchObject({ exitCode: 0 });
    expect((await onState(['ids', 'export'])).stdout).toBe('');
    const printed = await onState(['board', id]);
    expect(printed).toMatchObject({ exitCode: 0, stderr: '' });
    const lines = printed.stdout.split('\n');
    expect(lines[1]).toBe('All 2 databases and indices are active');
    expect(lines[0]).toMatch(
      /^fleetglass {2}\S+ {2}● Read at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ {2}http:\/\/127\.0\.0\.1:\d+$/,
    );
    expect(printed.stdout).toMatch(new RegExp(`^ {3}orders +active +\\d+ s ago +${id} `, 'm'));
    expect(printed.stdout).toMatch(/articles +DENSE +\d+ s ago +465c4e34-1aaf-4ba7-a910-bff3bd596259/);
    expect(printed.stdout).not.toMatch(/❯| $/m);
    expect(printed.stdout).not.toContain('\u001b');
    expect(printed.stdout).not.toContain('canary');
    expect((await onState(['ids', 'export'])).stdout).toBe(`${id}\n`);
    expect((await onState(['board'])).stdout).toContain('   orders ');
  });

  it('shows a copy of the kept ids while another process uses them, as a page does', async () => {
    expect(await onState(['ids', 'add', id])).toMatchObject({ exitCode: 0 });
    await using _store = await openDirectory(state);
    const printed = await onState(['board']);
    expect(printed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('   orders ') as string });
    expect(printed.stderr.replaceAll('\n', ' ')).toMatch(/^note: Another process or user has .*keeps nothing\. $/);
    // Ids to keep are not given up silently.
    expect(await onState(['board', 'another'])).toMatchObject({ exitCode: 1 });
  });

  it('prints the board and ends with 4 if the service does not answer, and with 3 if it refuses the account', async () => {
    await using server = await startWireServer((wire) => wire.reset());
    const printed = await onState(['board', id], asAccount(server.url));
    expect(printed.exitCode).toBe(4);
    expect(printed.stdout).toMatch(/^fleetglass .*● No record was read.*\n1 database, not answering\n/);
    expect(printed.stdout).toMatch(new RegExp(`! ${id} +– +no answer`));
    expect(printed.stderr).toMatch(/^error: get-database: /);
    const env = { ...asAccount(service.baseUrl), FLEETGLASS_PASSWORD: 'wrong-canary' };
    const refused = await onState(['board', id], env);
    expect(refused.exitCode).toBe(3);
    expect(refused.stdout).toMatch(new RegExp(`! ${id} +– +refused`));
    expect(refused.stdout + refused.stderr).not.toContain('canary');
    await using unusable = await startWireServer((wire) => wire.end(httpAnswer(200, '[{"name":"without an id"}]')));
    const unlisted = await onState(['board', '--no-state'], asAccount(unusable.url));
    expect(unlisted).toMatchObject({ exitCode: 3, stdout: expect.stringMatching(/^fleetglass /) as string });
    expect(unlisted.stderr).toContain('error: list-vector-indices: ');
  });

  it('prints the board and ends with 4 if the monitor does not answer, and with 2 if none runs', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    for (const [monitor, exitCode, message] of [
      [url, 4, `error: The monitor at ${url} cannot be reached (ECONNREFUSED).`],
      [state, 2, `error: No monitor runs with the state ${state}.`],
    ] as const) {
      const printed = await onState(['board', id, '--once', '--monitor', monitor]);
      expect(printed).toMatchObject({ exitCode, stdout: expect.stringMatching(/^ {3}orders +active/m) as string });
      expect(printed.stderr.replaceAll(/\n +/g, ' ')).toContain(message);
    }
  });
});

describe.runIf(inject('hasTerminal'))('fleetglass board on a terminal', () => {
  /** Shows the board in this process. */
  const onTerminal = (args: readonly string[], columns: number, env: NodeJS.ProcessEnv = {}): Terminal =>
    openHere(['board', id, ...args], columns, { FLEETGLASS_STATE: state, ...asAccount(service.baseUrl), ...env });

  it('shows the fleet of an account live, with details on Enter, on 44 columns', async () => {
    const command = [process.execPath, fleetglass.file, 'board', '--state', state, id];
    const terminal = openTerminal(command, 44, { ...asAccount(service.baseUrl), TERM: 'screen' });
    await terminal.shows(/orders/);
    await terminal.shows(/● Live/);
    // The board polls by itself too, so it may show the change before the key is typed.
    const suspended = terminal.shows(/1 suspended/);
    await service.control.databases.set(id, { state: 'suspended' });
    terminal.type('r');
    await suspended;
    terminal.type('\r');
    await terminal.shows(/Database, suspended/);
    await service.control.databases.set(id, { state: 'active' });
    terminal.type('\u001b');
    await terminal.typeAt(/DATABASES/, 'q');
    expect(await terminal.exitCode).toBe(0);
    expect(terminal.shown).not.toContain('canary');
  });

  it('reads usage while it runs, and keeps the last reading', async () => {
    const terminal = onTerminal([], 120);
    await terminal.typeAt(/articles .*% Vectors/, 'q');
    expect(await terminal.exitCode).toBe(0);
    expect((await onState(['board', '--once'])).stdout).toMatch(/articles .*% Vectors/);
  });

  it('reads no usage with --no-usage, and says so, without a style with --no-color', async () => {
    const terminal = onTerminal(['--no-usage', '--no-color'], 120);
    terminal.type('1');
    await terminal.shows(/The use of limits is not known: .* --no-usage/);
    // By then a usage source would have read the index.
    await terminal.typeAt(/[1-9] s ago/, 'q');
    expect(await terminal.exitCode).toBe(0);
    expect(terminal.shown).not.toContain('Vectors');
    expect(terminal.shown.split('\u001b[').filter((sequence) => /^[\d;]*m/.test(sequence))).toEqual([]);
  });

  it('prints the board once with --once, and with TERM=dumb', async () => {
    for (const [args, env] of [
      [['--once'], {}],
      [[], { TERM: 'dumb' }],
    ] as const) {
      const terminal = onTerminal(args, 80, { NO_COLOR: '1', ...env });
      expect(await terminal.exitCode).toBe(0);
      const shown = visibleText(terminal.shown);
      expect(shown).toMatch(/^fleetglass .*● Read at .*\nAll 2 databases and indices are active\n/);
      expect(terminal.shown).not.toContain('\u001b');
      expect(shown.split('\n').filter((line) => line.length > 80)).toEqual([]);
    }
  });
});
