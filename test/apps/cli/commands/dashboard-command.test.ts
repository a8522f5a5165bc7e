import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createControlClient, createService, type ControlClient, type Service } from '../../../../src/service/index.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { startWireServer } from '../../../support/wire-server.js';
import { account, asAccount, standInPage, useFleetglass, type Running } from '../command.js';
import { runHere } from '../run-here.js';

const fleetglass = useFleetglass();

let service: Service;
let control: ControlClient;
let baseUrl: string;

beforeAll(async () => {
  const databases = [{ database_name: 'orders', platform: 'aws', primary_region: 'eu-west-1' }] as const;
  service = createService({ credentials: account, controlToken: 'token', seed: { databases } });
  ({ url: baseUrl } = await service.listen());
  control = createControlClient({ baseUrl, token: 'token' });
});
afterAll(() => service.close());

interface Opened {
  readonly running: Running;
  readonly url: string;
  ask(path: string, init?: RequestInit): Promise<Response>;
}

/** Starts the command, and opens the printed address. */
async function open(args: readonly string[] = []): Promise<Opened> {
  const running = fleetglass.start(['dashboard', '--port', '0', '--json', ...args], asAccount(baseUrl));
  const { url } = JSON.parse(await running.printed(/\n/)) as { url: string };
  const { headers } = await fetch(url, { redirect: 'manual' });
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(new URL(path, url), { ...init, headers: { cookie, ...(init.headers as Record<string, string>) } });
  return { running, url, ask };
}

const create = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ database_name: 'sessions', platform: 'aws', primary_region: 'eu-west-1' }),
};

async function stop({ running }: Opened): Promise<string> {
  running.kill('SIGINT');
  const ended = await running.ended;
  expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
  return ended.stdout;
}

describe('fleetglass dashboard', () => {
  it('serves the page and the fleet until it receives a signal', async () => {
    const [record] = await control.databases.list();
    const id = String(record?.['database_id']);
    const opened = await open([id]);
    expect(await (await opened.ask('/')).text()).toBe(standInPage);
    expect(await (await opened.ask('/known')).json()).toMatchObject({ service: baseUrl, ids: [id], mayCreate: true });
    expect(await (await opened.ask(`/fleet/v2/redis/database/${id}`)).json()).toMatchObject({
      database_name: 'orders',
    });
    const [first] = (await stop(opened)).split('\n');
    expect(first).toBe(JSON.stringify({ url: opened.url, port: Number(new URL(opened.url).port) }));
    await expect(opened.ask('/')).rejects.toThrow('fetch failed');
  });

  it('prints the id of each created database', async () => {
    const opened = await open();
    const { database_id: id } = (await (await opened.ask('/fleet/v2/redis/database', create)).json()) as {
      database_id: string;
    };
    const stdout = await stop(opened);
    expect(stdout.split('\n')[2]).toBe(JSON.stringify({ created: id }));
    expect(stdout).not.toContain('canary');
  });

  it('prints another address after one was opened, and refuses the first address to other browsers', async () => {
    const opened = await open();
    const [, line = ''] = (await opened.running.printed(/"next".*\n/)).split('\n');
    const { next } = JSON.parse(line) as { next: string };
    expect(next).not.toBe(opened.url);
    const cookiesOf = async (url: string): Promise<string[]> =>
      (await fetch(url, { redirect: 'manual' })).headers.getSetCookie();
    expect(await cookiesOf(opened.url)).toEqual([]);
    expect(await cookiesOf(next)).toHaveLength(1);
    expect((await opened.ask('/known')).status).toBe(200);
    await stop(opened);
  });

  it('creates nothing with --read-only', async () => {
    const opened = await open(['--read-only']);
    expect((await opened.ask('/fleet/v2/redis/database', create)).status).toBe(403);
    expect(await (await opened.ask('/known')).json()).toMatchObject({ mayCreate: false });
    await stop(opened);
  });

  it('adds the ids of a file to the named ids, each once', async () => {
    const file = join(await temporaryFolder(), 'ids.txt');
    await writeFile(file, 'one\r\n\n  two\nnamed\n');
    const opened = await open(['named', '--ids', file]);
    expect(await (await opened.ask('/known')).json()).toMatchObject({ ids: ['named', 'one', 'two'] });
    await stop(opened);
  });

  it('prints the address to open, and a repeated failure once', async () => {
    await using server = await startWireServer((wire) => wire.end('HTTP/1.1 401 No\r\ncontent-length: 0\r\n\r\n'));
    const running = fleetglass.start(['dashboard', '--port', '0'], asAccount(server.url));
    const printed = await running.printed(/Ctrl-C/);
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+/.exec(printed) ?? [];
    const { headers } = await fetch(url, { redirect: 'manual' });
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    for (const path of ['/fleet/v2/vector/index', '/fleet/v2/redis/database/x', '/fleet/v2/vector/index'])
      expect((await fetch(new URL(path, url), { headers: { cookie } })).status).toBe(401);
    running.kill('SIGTERM');
    const { exitCode, stderr, stdout } = await running.ended;
    expect(exitCode).toBe(0);
    expect(stderr.match(/note: .*401/g)).toHaveLength(1);
    expect(stderr + stdout).not.toContain('canary');
  });

  it('ends with 1 and the reason if its port is in use', async () => {
    await using server = await startWireServer(() => {});
    const refused = await fleetglass.run(['dashboard', '--port', String(server.port)], asAccount(baseUrl));
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toContain(`The dashboard cannot listen on port ${server.port}`);
  });

  it.each([
    [['..'], {}, 'An identifier'],
    [['--ids', '/no/such/file'], {}, 'Cannot read /no/such/file: ENOENT'],
    [['--port', '65536'], {}, 'from 0 to 65535'],
    [['--base-url', 'ftp://example.com'], {}, 'baseUrl'],
    [['--port', '0'], { FLEETGLASS_PASSWORD: '' }, 'FLEETGLASS_PASSWORD is not set'],
    [['--port', '0'], { FLEETGLASS_USERNAME: 'a:b' }, 'must not contain a colon'],
  ])('ends with 2 for wrong usage: %j %j', async (args, env, message) => {
    const refused = await fleetglass.run(['dashboard', ...args], { ...asAccount(baseUrl), ...env });
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toContain(message);
    expect(refused.stderr).not.toContain(account.password);
  });

  it('names the line of an invalid id', async () => {
    const file = join(await temporaryFolder(), 'ids.txt');
    await writeFile(file, 'one\ntwo/three\n');
    const { exitCode, stderr } = await runHere(['dashboard', '--ids', file], asAccount(baseUrl));
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`Invalid line 2 of ${file}: an identifier`);
  });
});
