import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createService, type Service } from '../../../../src/service/index.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { httpAnswer, startWireServer } from '../../../support/wire-server.js';
import { account, asAccount, useFleetglass, type Ended } from '../command.js';
import { runHere } from '../run-here.js';
import { openTerminal } from '../terminal.js';

const fleetglass = useFleetglass();

let service: Service;
let baseUrl: string;
let config: string;

beforeAll(async () => {
  service = createService({ credentials: account, seed: { indices: [{ name: 'articles' }, { name: 'products' }] } });
  ({ url: baseUrl } = await service.listen());
});
afterAll(() => service.close());
beforeEach(async () => {
  config = join(await temporaryFolder(), 'config');
});

const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  runHere(args, { FLEETGLASS_CONFIG: config, ...env });

const logIn = (name = 'work'): Promise<Ended> => run(['login', name], asAccount(baseUrl));

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
    expect(listed.stdout).toMatch(new RegExp(`^PROFILE .*\\nwork +current +${baseUrl} +${account.username}\\n$`));
    const json = await run(['profiles', 'list', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ profiles: [{ name: 'work', baseUrl, isCurrent: true }] });
    for (const { stdout, stderr } of [kept, indices, listed, json]) expect(stdout + stderr).not.toContain('canary');
  });

  it('keeps nothing that the service refuses', async () => {
    const refused = await run(['login'], { ...asAccount(baseUrl), FLEETGLASS_PASSWORD: 'wrong' });
    expect(refused.exitCode).toBe(3);
    await expect(stat(config)).rejects.toThrow('ENOENT');
  });

  it('tells what to set if its file cannot be written', async () => {
    expect(await run(['login'], { ...asAccount(baseUrl), FLEETGLASS_CONFIG: '/dev/null/config' })).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        'error: The profiles are not kept: /dev/null/config/profiles.json cannot be written: ENOTDIR. Set FLEETGLASS_CONFIG to a directory.\n',
    });
  });

  it('asks on a terminal for what is not set, and does not show the password', async () => {
    const env = { FLEETGLASS_CONFIG: config };
    const terminal = openTerminal([process.execPath, fleetglass.file, 'login'], 200, env);
    await terminal.shows(/Address of the service/);
    terminal.type(`${baseUrl}\r`);
    await terminal.shows(/User name of the account/);
    terminal.type(`${account.username}\r`);
    await terminal.shows(/Password/);
    terminal.type(`${account.password}\r`);
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
    expect(named.stderr).toContain(`The profile work is for ${baseUrl}, and not for ${other.url}.`);
  });

  it('yields to the environment, and is not read when nothing is missing', async () => {
    await logIn();
    await writeFile(file(), 'damaged');
    expect(await run(['indices', '--json'], asAccount(baseUrl))).toMatchObject({ exitCode: 0 });
    const damaged = await run(['indices']);
    expect(damaged).toMatchObject({ exitCode: 2, stdout: '' });
    expect(damaged.stderr).toContain(`The file of the profiles ${file()} is damaged.`);
  });

  it('is refused in a file that others can read', async () => {
    await logIn();
    await chmod(file(), 0o644);
    const refused = await run(['indices']);
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toContain(`is open to other users (mode 644). It holds passwords: chmod 600 ${file()}`);
  });

  it('is chosen by name, by the environment, or as the current one, and can be removed', async () => {
    await logIn('first');
    await logIn('second');
    const closed = await startWireServer(() => {});
    await closed[Symbol.asyncDispose]();
    // The first profile now has an address without a service.
    await writeFile(file(), (await readFile(file(), 'utf8')).replace(baseUrl, closed.url));
    expect((await run(['indices'])).exitCode).toBe(0);
    expect((await run(['indices', '--profile', 'first'])).exitCode).toBe(4);
    expect((await run(['indices'], { FLEETGLASS_PROFILE: 'first' })).exitCode).toBe(4);
    expect((await run(['profiles', 'use', 'first'])).exitCode).toBe(0);
    expect((await run(['indices'])).exitCode).toBe(4);
    expect((await run(['profiles', 'remove', 'first'])).exitCode).toBe(0);
    expect(await readFile(file(), 'utf8')).not.toContain(closed.url);
    const none = await run(['indices']);
    expect(none).toMatchObject({ exitCode: 2 });
    expect(none.stderr).toContain('`fleetglass login` keeps an address and its account');
    for (const args of [
      ['indices', '--profile', 'first'],
      ['profiles', 'use', 'first'],
      ['profiles', 'remove', 'first'],
    ])
      expect((await run(args)).stderr).toContain('No profile is named first. There are: second.');
    expect((await run(['indices', '--local', '--profile', 'second'])).stderr).toContain('cannot be used with option');
    expect((await run(['login', '../x'])).stderr).toContain('Invalid name ../x');
  });
});
