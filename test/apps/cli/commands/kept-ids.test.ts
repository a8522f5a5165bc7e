import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sampleSeed } from '../../../support/sample-database.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { httpAnswer, startWireServer } from '../../../support/wire-server.js';
import { account, asAccount, CREATE, expectFailure, useFleetglass, type Ended } from '../command.js';
import { useService } from '../local-service.js';
import { runHere, startHere } from '../run-here.js';

const fleetglass = await useFleetglass();
const service = await useService({ seed: sampleSeed('orders') });

let state: string;

beforeEach(async () => {
  state = join(await temporaryFolder(), 'state');
});

/** Runs the command on the state of the test. */
const onState = (args: readonly string[], env: NodeJS.ProcessEnv = asAccount(service.baseUrl)): Promise<Ended> =>
  runHere(args, { FLEETGLASS_STATE: state, ...env });

async function exported(directory = state): Promise<string[]> {
  const { stdout } = await runHere(['ids', 'export', '--state', directory]);
  return stdout.split('\n').slice(0, -1);
}

/** All bytes of all files below a folder. */
async function contentOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const contents = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')));
  return contents.join('\n');
}

describe('fleetglass ids', () => {
  it('keeps added ids in their order until they are removed, and sends no request', async () => {
    await using server = await startWireServer((wire) => wire.end(httpAnswer(200, '{"database_id":"a"}')));
    const run = (...args: readonly string[]): Promise<Ended> => onState(args, asAccount(server.url));
    const added = await run('ids', 'add', 'b', 'a', 'c', 'a');
    expect(added).toEqual({ exitCode: 0, stdout: `Added 3 ids. 3 ids are kept in ${state}.\n`, stderr: '' });
    const again = await run('ids', 'add', 'a', 'd', '--json');
    expect(JSON.parse(again.stdout)).toEqual({ added: ['d'], unchanged: ['a'], directory: state });
    const removed = `Removed 1 id: a. 1 id was not kept. 3 ids are kept in ${state}.\n`;
    expect(await run('ids', 'remove', 'a', 'x')).toMatchObject({ exitCode: 0, stdout: removed });
    expect(await exported()).toEqual(['b', 'c', 'd']);
    const json = await run('ids', 'export', '--json');
    expect(JSON.parse(json.stdout)).toEqual(['b', 'c', 'd']);
    for (const args of [['ids', 'list'], ['ids', 'export'], ['list']]) expect((await run(...args)).exitCode).toBe(0);
    expect(server.requests).toEqual([]);
  });

  it('shows root the ids of another user, and writes nothing there', async () => {
    await onState(['ids', 'add', 'a']);
    const { ino, mtimeMs, uid } = await stat(join(state, 'STORE'));
    using _ = vi.spyOn(process, 'getuid').mockReturnValue(uid + 1);
    expect(await exported()).toEqual(['a']);
    expect(await stat(join(state, 'STORE'))).toMatchObject({ ino, mtimeMs });
  });

  it('needs no home directory with --state', async () => {
    const preload = `import os from 'node:os';
import { syncBuiltinESMExports } from 'node:module';
const { homedir } = os;
os.homedir = () => {
  if (process.env.HOME === undefined) throw new Error('uv_os_homedir returned ENOENT');
  return homedir();
};
syncBuiltinESMExports();`;
    const env = { HOME: undefined, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` };
    expect(await fleetglass.run(['ids', 'list', '--state', state], env)).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('makes no directory to read a state, and explains how to add ids', async () => {
    const listed = await onState(['list']);
    expect(listed).toMatchObject({ exitCode: 0, stderr: '' });
    expect(listed.stdout).toContain('`fleetglass ids add <id>`');
    expect(JSON.parse((await onState(['list', '--json'])).stdout)).toEqual({ databases: [], unconfirmed: [] });
    for (const args of [['list'], ['export'], ['remove', 'a']])
      expect(await onState(['ids', ...args])).toMatchObject({ exitCode: 0, stderr: '' });
    await expect(stat(state)).rejects.toThrow('ENOENT');
  });

  it('does not take a directory that cannot be read for an empty state', async () => {
    await writeFile(state, 'a file');
    const below = join(state, 'fleet');
    const problem = `The directory ${below} cannot be used: it is not a directory.`;
    for (const args of [['list'], ['ids', 'list'], ['ids', 'export']])
      expectFailure(await runHere([...args, '--state', below]), 1, problem);
    const { stdout } = await runHere(['status', '--state', below, '--json'], asAccount(service.baseUrl));
    expect(JSON.parse(stdout)).toMatchObject({ storage: { isGood: false } });
  });

  it('imports lines with comments, a JSON array, its own export, and a file without ids', async () => {
    const file = join(await temporaryFolder(), 'ids.txt');
    const contents = ['\uFEFF# mine\r\n\r\n  a  # sessions\nb#1\na\n', ' ["c", "a"]\n', 'a\nb#1\nc\n', '# none\n'];
    for (const content of contents) {
      await writeFile(file, content);
      expect(await onState(['ids', 'import', file])).toMatchObject({ exitCode: 0, stderr: '' });
    }
    expect(await exported()).toEqual(['a', 'b#1', 'c']);
  });

  it('refuses an invalid id, and a file with its invalid lines, and changes nothing', async () => {
    const file = join(await temporaryFolder(), 'ids.txt');
    await onState(['ids', 'add', 'kept']);
    const message = 'An identifier must not contain a quote or a comma.';
    expectFailure(await onState(['ids', 'add', 'a', '"b"']), 2, message);
    const second = 'Invalid line 4';
    for (const [content, ...messages] of [
      ['a\n\nb/c\nd e\n', `Invalid line 3 of ${file}: an identifier must not contain a path separator.`, second],
      ['["a", 5, ".."]', `Invalid item 2 of ${file}: an identifier must be a string.`, 'must not be a dot segment'],
      ['["a"', `Invalid ${file}: expected one id a line, a JSON array of ids, or {"ids": […]}.`],
      ['a/b\n'.repeat(9), 'Invalid line 5', '4 more.'],
    ] as const) {
      await writeFile(file, content);
      expectFailure(await onState(['ids', 'import', file]), 2, ...messages);
    }
    expect(await exported()).toEqual(['kept']);
  });

  it('reports a directory that holds something else, and changes nothing in it', async () => {
    await mkdir(state);
    await writeFile(join(state, 'notes.txt'), 'mine');
    expectFailure(await onState(['ids', 'add', 'b']), 1, 'Choose another directory with --state');
    expect(await readdir(state)).toEqual(['notes.txt']);
  });
});

it('the directory of an account differs for each address and user name, and not for passwords', async () => {
  const data = await temporaryFolder();
  vi.stubEnv('XDG_DATA_HOME', data);
  onTestFinished(() => void vi.unstubAllEnvs());
  const add = (id: string, env: NodeJS.ProcessEnv): Promise<Ended> =>
    runHere(['ids', 'add', id], { ...env, FLEETGLASS_STATE: '' });
  const here = asAccount('https://api.example.com/');
  await Promise.all([
    add('a', here),
    add('b', { ...here, FLEETGLASS_USERNAME: 'other@example.com', FLEETGLASS_PASSWORD: '' }),
    add('c', asAccount('https://api.example.com/v9')),
  ]);
  await add('d', { ...asAccount('https://API.example.com'), FLEETGLASS_PASSWORD: 'changed' });
  const accounts = join(data, 'fleetglass/accounts');
  const names = await readdir(accounts);
  for (const name of names) expect(name).toMatch(/^api\.example\.com-[0-9a-f]{12}$/);
  const kept = await Promise.all(names.map((name) => exported(join(accounts, name))));
  expect(new Set(kept.map(String))).toEqual(new Set(['a,d', 'b', 'c']));
  const { mode } = await stat(join(accounts, names[0] ?? ''));
  expect(mode & 0o777).toBe(0o700);
});

describe('fleetglass create', () => {
  it('keeps the id, and stores no credential', async () => {
    const created = await onState([...CREATE, '--json', '--show-secrets']);
    expect(created).toMatchObject({ exitCode: 0, stderr: '' });
    const record = JSON.parse(created.stdout) as Record<'database_id' | 'password' | 'rest_token', string>;
    expect(await exported()).toEqual([record.database_id]);
    const content = await contentOf(state);
    expect(content).toContain(record.database_id);
    // In JSON the quotes of the account's password are escaped. It begins with this word.
    for (const secret of [record.password, record.rest_token, 'canary', account.username]) {
      expect(secret).toMatch(/./);
      expect(content).not.toContain(secret);
    }
  });

  it('sends nothing if its id cannot be kept, unless it shall not be kept', async () => {
    await writeFile(state, 'a file');
    await using server = await startWireServer((wire) => wire.end(httpAnswer(200, '{"database_id":"1"}')));
    const refused = await onState(CREATE, asAccount(server.url));
    expectFailure(refused, 1, 'create-database: not sent, because its id could not be kept.', 'pass --no-state');
    expect(server.requests).toEqual([]);
    expect(await onState([...CREATE, '--no-state'], asAccount(server.url))).toMatchObject({ exitCode: 0 });
    expect(server.requests).toHaveLength(1);
  });

  it('keeps a create whose outcome is not known, until it is resolved', async () => {
    await using server = await startWireServer((wire) => wire.reset());
    const ended = await onState(CREATE, asAccount(server.url));
    expect([ended.exitCode, server.requests.length]).toEqual([5, 1]);
    const [, key = ''] = /fleetglass ids resolve (\S+) \[id\]/.exec(ended.stderr) ?? [];
    const listed = await onState(['list']);
    expect(listed.stdout).toContain(`fleetglass ids resolve ${key} <id>`);
    const named = await runHere(['list', '--state', state]);
    expect(named.stdout).toContain(`fleetglass ids resolve --state ${state} ${key} <id>`);
    const spaced = await runHere([...CREATE, '--state', `${state} $(id)`], asAccount(server.url));
    expect(spaced.stderr).toContain('fleetglass ids resolve --state <directory> ');
    const json = JSON.parse((await onState(['list', '--json'])).stdout) as object;
    expect(json).toMatchObject({ databases: [], unconfirmed: [{ key, request: { database_name: 'sessions' } }] });
    expect((await onState(['ids', 'list'])).stdout).toContain('The outcome of 1 create is not known');
    expectFailure(await onState(['ids', 'resolve', 'x', 'found']), 2, 'No unconfirmed create has the key x.');
    expect(await onState(['ids', 'resolve', key, 'found'])).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await exported()).toEqual(['found']);
    expect((await onState(['list'])).stdout).not.toContain('resolve');
    // A program reads the key as JSON.
    const { stderr } = await onState([...CREATE, '--json'], asAccount(server.url));
    const [note = '', failure = ''] = stderr.split('\n');
    expect(JSON.parse(note)).toEqual({ unconfirmed: expect.any(String) as string });
    expect(JSON.parse(failure)).toMatchObject({ error: { code: 'outcome-unknown' }, exitCode: 5 });
  });
});

describe('a kept name in place of an id', () => {
  beforeEach(async () => {
    await onState(['ids', 'add', service.id]);
    await onState(['list', '--refresh']);
  });

  it('or the beginning of a name or an id names a database, also while another process uses the state', async () => {
    const { id } = service;
    for (const word of ['orders', 'ord', id, id.slice(0, 30)]) {
      const read = await onState(['get', word, '--json']);
      expect(JSON.parse(read.stdout)).toMatchObject({ database_id: id });
    }
    await using server = await startWireServer(() => {});
    const creating = startHere([...CREATE, '--state', state], asAccount(server.url));
    await server.arrived();
    for (const args of [['get', 'orders'], ['list'], ['ids', 'list'], ['ids', 'export']])
      expect(await onState(args)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(id) as string });
    expectFailure(await creating.endBy('SIGTERM'), 5, 'Check before you create it again');
    // An empty word finds nothing.
    for (const command of [['get'], ['ids', 'remove']])
      expect(await onState([...command, ''])).toMatchObject({ exitCode: 2, stdout: '' });
    const removed = await onState(['ids', 'remove', 'orders', '--json']);
    expect(JSON.parse(removed.stdout)).toMatchObject({ removed: [id] });
  });

  it('is refused if several databases match, with all of them', async () => {
    const create = ['create', '--name', 'orders-eu', '--platform', 'aws', '--region', 'eu-west-1', '--json'];
    const { database_id: other } = JSON.parse((await onState(create)).stdout) as { database_id: string };
    const refused = await onState(['get', 'order']);
    expectFailure(refused, 2, 'order is the beginning of 2 kept databases. Pass an id:');
    // A narrow terminal does not break the line of an id, so that it can be copied.
    const env = { FLEETGLASS_STATE: state, ...asAccount(service.baseUrl) };
    for (const { stderr } of [refused, await runHere(['get', 'order'], env, 30)])
      expect(stderr).toContain(`  ${other}  orders-eu\n`);
    // A whole name goes before the beginning of another one.
    expect((await onState(['get', 'orders'])).stdout).toContain(service.id);
    await service.control.databases.remove(other);
  });
});

describe('fleetglass list', () => {
  it('shows ids without a record, their state after --refresh, and selected rows and columns', async () => {
    const { id } = service;
    await onState(['ids', 'add', id, 'gone']);
    const before = await onState(['list']);
    expect(before.stderr).toContain('The API cannot list databases.');
    expect(before.stdout).toMatch(new RegExp(`^${id} +– +– +– +– +never`, 'm'));
    expect(await onState(['list', '--refresh'])).toMatchObject({ exitCode: 0 });
    const after = await onState(['list']);
    expect(after.stdout).toMatch(new RegExp(`^${id} +orders +active +healthy +– +\\d+ s ago`, 'm'));
    // What needs attention comes first.
    expect(after.stdout).toMatch(/\ngone +– +missing +missing .*\n.* orders /);
    expect(after.stdout).toContain('2 databases. The service does not know 1 of them.');
    const json = await onState(['list', '--json']);
    expect(json.stderr).toBe('');
    expect(JSON.parse(json.stdout)).toMatchObject({
      databases: [
        { id, status: 'stale', confirmedAt: expect.any(Number) as number, record: { database_name: 'orders' } },
        { id: 'gone', status: 'missing', health: 'missing' },
      ],
    });
    const problems = await onState(['list', '--problems']);
    expect(problems.stdout).toMatch(/^ID .*\ngone .*\n\n2 databases\. 1 needs attention\./);
    expect((await onState(['list', '--format', 'ids', '--sort', 'name'])).stdout).toBe(`gone\n${id}\n`);
    const tsv = await onState(['list', '--format', 'tsv', '--columns', 'name,health', '--sort', 'age']);
    expect(tsv).toMatchObject({ stdout: 'name\thealth\n–\tmissing\norders\thealthy\n', stderr: '' });
    const table = await onState(['list', '--columns', 'state,name']);
    expect(table.stdout).toMatch(/^STATE +NAME\nmissing +–\nactive +orders\n/);
    await onState(['ids', 'remove', 'gone']);
    expect((await onState(['list', '--problems', '--format', 'ids'])).stdout).toBe('');
    expect((await onState(['list', '--problems'])).stdout).toBe('1 database. None needs attention.\n');
    await onState(['ids', 'add', 'unread']);
    const unread = await onState(['list', '--problems']);
    expect(unread.stdout).toBe('2 databases. None needs attention. 1 not read yet: --refresh reads all.\n');
    await using server = await startWireServer((wire) => wire.reset());
    const failed = await onState(['list', '--refresh'], asAccount(server.url));
    expect(failed.exitCode).toBe(4);
    expect(failed.stdout).toContain('orders');
    expect(failed.stderr).toContain('error: get-database:');
    expect(await contentOf(state)).not.toContain('canary');
  });

  it('shows no database as healthy if a refresh ends early because the service does not answer', async () => {
    let isDown = false;
    await using server = await startWireServer((wire, { target }) => {
      const [, database_id] = /([^/?]+)(?:\?|$)/.exec(target) ?? [];
      if (isDown) wire.reset();
      else wire.end(httpAnswer(200, JSON.stringify({ database_id, state: 'active' })));
    });
    const read = async (): Promise<unknown> => {
      const { stdout } = await onState(['list', '--refresh', '--json'], asAccount(server.url));
      const { databases } = JSON.parse(stdout) as { databases: { health: string }[] };
      return [...new Set(databases.map(({ health }) => health))];
    };
    await onState(['ids', 'add', ...Array.from({ length: 25 }, (_, at) => `id-${at}`)]);
    expect(await read()).toEqual(['healthy']);
    isDown = true;
    expect(await read()).toEqual(['silent']);
    const board = await onState(['board', '--once'], asAccount(server.url));
    expect(board.stdout.match(/^ ! id-/gm)).toHaveLength(25);
  });
});
