import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDirectory } from '../../../../src/persistence/directory/index.js';
import { freePort } from '../../../support/free-port.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { httpAnswer, startWireServer } from '../../../support/wire-server.js';
import { account, asAccount, expectFailure, useFleetglass, type Ended } from '../command.js';
import { useService } from '../local-service.js';
import { runHere } from '../run-here.js';
import { openTerminal } from '../terminal.js';

const fleetglass = await useFleetglass();

const service = await useService({ seed: { indices: [{ name: 'articles' }, { name: 'products' }] } });
let config: string;

beforeEach(async () => {
  config = join(await temporaryFolder(), 'config');
});

const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  runHere(args, { FLEETGLASS_CONFIG: config, ...env });

const logIn = (name = 'work'): Promise<Ended> => run(['login', name], asAccount(service.baseUrl));

const file = (): string => join(config, 'profiles.json');

describe('fleetglass login', () => {
  it('keeps an account that the service accepts in a private file, for later commands', async () => {
    const kept = await logIn();
    expect(kept).toMatchObject({ exitCode: 0, stdout: '' });
    expect(kept.stderr).toContain(`kept as the profile work in ${file()}, which only you can read.`);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect((await stat(config)).mode & 0o777).toBe(0o700);
    const indices = await run(['indices', '--json']);
    expect(JSON.parse(indices.stdout)).toHaveLength(2);
    const listed = await run(['profiles', 'list']);
    expect(listed.stdout).toMatch(
      new RegExp(`^PROFILE .*\\nwork +current +${service.baseUrl} +${account.username}\\n$`),
    );
    const json = await run(['profiles', 'list', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      profiles: [{ name: 'work', baseUrl: service.baseUrl, isCurrent: true }],
    });
    for (const { stdout, stderr } of [kept, indices, listed, json]) expect(stdout + stderr).not.toContain('canary');
  });

  it('keeps nothing that the service refuses', async () => {
    const refused = await run(['login'], { ...asAccount(service.baseUrl), FLEETGLASS_PASSWORD: 'wrong' });
    expect(refused.exitCode).toBe(3);
    await expect(stat(config)).rejects.toThrow('ENOENT');
  });

  it('leaves the profile of a login that ends while it waits', async () => {
    await using slow = await startWireServer((wire) => {
      void logIn('second').then(() => wire.end(httpAnswer(200, '[]')));
    });
    expect(await run(['login', 'first'], asAccount(slow.url))).toMatchObject({ exitCode: 0 });
    for (const name of ['first', 'second']) expect(await readFile(file(), 'utf8')).toContain(`"${name}": {`);
  });

  it('says what to set if its file cannot be written', async () => {
    expect(await run(['login'], { ...asAccount(service.baseUrl), FLEETGLASS_CONFIG: '/dev/null/config' })).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        'error: The profiles are not kept: /dev/null/config/profiles.json cannot be written: ENOTDIR. Set FLEETGLASS_CONFIG to a directory.\n',
    });
    const relative = await fleetglass.run(['profiles', 'list'], { HOME: 'home' });
    expectFailure(relative, 2, 'HOME or XDG_CONFIG_HOME is not an absolute path.');
  });

  it.runIf(process.platform === 'linux')('ends at once where no directory can be made', async () => {
    const env = { ...asAccount(service.baseUrl), FLEETGLASS_CONFIG: '/proc/nowhere' };
    expectFailure(await run(['login'], env), 1, '/proc/nowhere/profiles.json cannot be written: ENOENT.');
  });

  it('asks on a terminal for what is not set, says what is wrong with an address, and does not show the password', async () => {
    const env = { FLEETGLASS_CONFIG: config };
    const terminal = openTerminal([process.execPath, fleetglass.file, 'login'], 200, env);
    await terminal.typeAt(/Address of the service/, 'nowhere\r');
    await terminal.shows(/expected an absolute URL/);
    // Ctrl-U removes the line.
    terminal.type(`\u0015${service.baseUrl}\r`);
    await terminal.shows(/User name of the account/);
    expect(terminal.shown).not.toContain('configure');
    terminal.type(`${account.username}\r`);
    await terminal.typeAt(/Password/, `${account.password}\r`);
    await terminal.shows(/kept as the profile default/);
    expect(await terminal.exitCode).toBe(0);
    expect(terminal.shown).not.toContain('canary');
  });
});

describe('a profile', () => {
  it('gives its password to its own address and its own user name only', async () => {
    await logIn();
    await using other = await startWireServer((wire) => wire.end(httpAnswer(200, '[]')));
    for (const [args, env] of [
      [['indices', '--base-url', other.url], {}],
      // A variable of a script is not set.
      [['indices', '--base-url', ''], {}],
      [['indices'], { FLEETGLASS_BASE_URL: other.url }],
      [['indices'], { FLEETGLASS_USERNAME: 'someone@example.com', FLEETGLASS_PASSWORD: 'canary of someone' }],
      [['indices', '--profile', 'work', '--base-url', other.url], {}],
    ] as const)
      expect(await run(args, env)).toMatchObject({ exitCode: 2, stdout: '' });
    expect(other.requests).toEqual([]);
    // The account of the environment belongs to another service. The profile is used whole.
    const foreign = { FLEETGLASS_USERNAME: 'someone@example.com', FLEETGLASS_PASSWORD: 'canary of someone' };
    expect(await run(['indices', '--profile', 'work'], foreign)).toMatchObject({ exitCode: 0 });
    expect((await run(['indices'], foreign)).stderr).toContain('FLEETGLASS_USERNAME is someone@example.com');
    const named = await run(['indices', '--profile', 'work', '--base-url', other.url]);
    expect(named.stderr).toContain(`The profile work is for ${service.baseUrl}, and not for ${other.url}.`);
  });

  it('does not replace another password of the environment, for example a new one, without a word', async () => {
    await logIn();
    const env = { FLEETGLASS_USERNAME: account.username, FLEETGLASS_PASSWORD: 'canary of the next year' };
    expectFailure(await run(['indices'], env), 2, 'FLEETGLASS_PASSWORD is not the password of the current profile');
    expect((await run(['indices', '--profile', 'work'], env)).exitCode).toBe(0);
    // It needs no password.
    expect((await run(['ids', 'list'], env)).exitCode).toBe(0);
  });

  it('is not read when nothing is missing, and is refused in a file that is damaged or that others can read', async () => {
    await logIn();
    await writeFile(file(), 'damaged');
    expect(await run(['indices', '--json'], asAccount(service.baseUrl))).toMatchObject({ exitCode: 0 });
    expectFailure(await run(['indices']), 2, `The file of the profiles ${file()} is damaged.`);
    await chmod(file(), 0o644);
    const words = `is open to other users (mode 644). It holds passwords: chmod 600 ${file()}`;
    expectFailure(await run(['indices']), 2, words);
  });

  it('is chosen by name, by the environment, or as the current one, and can be removed', async () => {
    await logIn('first');
    await logIn('second');
    const closed = `http://127.0.0.1:${await freePort()}`;
    // A person has edited the address of the current profile.
    await writeFile(file(), (await readFile(file(), 'utf8')).replaceAll(service.baseUrl, `${service.baseUrl}/`));
    expect(await run(['indices'])).toMatchObject({ exitCode: 0, stderr: '' });
    // The first profile now has an address without a service.
    await writeFile(file(), (await readFile(file(), 'utf8')).replace(service.baseUrl, closed));
    expect((await run(['indices'])).exitCode).toBe(0);
    expect((await run(['indices', '--profile', 'first'])).exitCode).toBe(4);
    expect((await run(['indices'], { FLEETGLASS_PROFILE: 'first' })).exitCode).toBe(4);
    expect((await run(['profiles', 'use', 'first'])).exitCode).toBe(0);
    expect((await run(['indices'])).exitCode).toBe(4);
    expect((await run(['profiles', 'remove', 'first'])).exitCode).toBe(0);
    expect(await readFile(file(), 'utf8')).not.toContain(closed);
    expectFailure(await run(['indices']), 2, '`fleetglass login` keeps an address and its account');
    for (const command of ['indices --profile first', 'profiles use first', 'profiles remove first'])
      expect((await run(command.split(' '))).stderr).toContain('No profile is named first. There are: second.');
    expect((await run(['indices', '--local', '--profile', 'second'])).stderr).toContain('cannot be used with option');
    expect((await run(['login', '../x'])).stderr).toContain('Invalid name ../x');
  });
});

describe('fleetglass status and doctor', () => {
  let state: string;
  const onState = (args: readonly string[], env = asAccount(service.baseUrl)): Promise<Ended> =>
    runHere(args, { FLEETGLASS_STATE: state, ...env });

  beforeEach(async () => {
    state = join(await temporaryFolder(), 'state');
  });

  it('shows versions, account, service, clock and storage on one screen', async () => {
    await onState(['ids', 'add', 'a']);
    // Another process, such as a page, uses the state.
    await using _store = await openDirectory(state);
    const shown = await onState(['status']);
    expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
    expect(shown.stdout.replaceAll(/\d+ ms/g, 'N ms')).toMatch(
      new RegExp(
        `^✓ versions +fleetglass .*\\n✓ proxy +none\\n✓ account +${account.username} at ${service.baseUrl}\\n` +
          `✓ service +answers after N ms; 2 vector indices\\n✓ clock +differs .* less than a minute\\n` +
          `✓ storage +1 id, 0 with a record, in ${state}\\n✓ polling +not running here; no record was read yet\\n✓ monitor +not named; .*\\n$`,
      ),
    );
    const json = await onState(['status', '--json'], {
      ...asAccount(service.baseUrl),
      FLEETGLASS_PASSWORD: 'canary wrong',
    });
    expect(JSON.parse(json.stdout)).toMatchObject({
      service: { isGood: false, text: expect.stringContaining('refused (status 401)') as string },
      storage: { isGood: true },
    });
    expect(shown.stdout + json.stdout).not.toContain('canary');
    expect((await onState(['doctor'])).exitCode).toBe(0);
  });

  it('says what to do about a missing account, an address without a service, and a monitor that does not run', async () => {
    const none = await runHere(['doctor']);
    expect(none).toMatchObject({ exitCode: 1 });
    expect(none.stdout).toMatch(/✗ account +No address of the service\. Pass --base-url/);
    const closed = `http://127.0.0.1:${await freePort()}`;
    const silent = await onState(['doctor', '--base-url', closed, '--monitor', state]);
    expect(silent).toMatchObject({ exitCode: 1, stderr: 'error: 2 parts are wrong\n' });
    expect(silent.stdout).toMatch(/✗ service .*ECONNREFUSED.*\n +Check that the service runs/);
    expect(silent.stdout).toMatch(/✗ monitor +No monitor runs with the state/);
    expect(silent.stdout.replaceAll(/\s+/g, ' ')).toContain('or name the state directory of another one.');
    expect(none.stdout).toContain('✓ monitor   not named; --monitor takes its address or state directory\n');
    const { stdout } = await onState(['status', '--json', '--base-url', closed]);
    const advice = expect.stringContaining('Check that the service runs') as string;
    expect(JSON.parse(stdout)).toMatchObject({ service: { isGood: false, advice } });
  });

  it('reports what the kept state has lost, except values that its other file has', async () => {
    await onState(['ids', 'add', 'a', 'b']);
    await rm(join(state, 'journal-a.jsonl'));
    const repaired = await onState(['doctor']);
    expect(repaired).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('Its other file has everything.') });
    expect(repaired.stdout).toContain(`✓ storage   2 ids, 0 with a record, in ${state}\n`);
    const other = join(state, 'journal-b.jsonl');
    await writeFile(other, (await readFile(other, 'utf8')).replace('id/b', 'id/x'));
    const lost = await onState(['doctor']);
    expect(lost.stdout).toMatch(
      /✗ storage .*; something was lost: see the warnings\n +fleetglass list --refresh reads the records again\. /,
    );
    expect(lost).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('error: one part is wrong') });
    const { stderr } = await onState(['status', '--json']);
    expect(JSON.parse(stderr)).toHaveProperty('lost');
  });
});
