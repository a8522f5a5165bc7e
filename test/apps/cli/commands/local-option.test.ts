import { chmod, chown, cp, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { account, asAccount, CREATE, expectFailure, useFleetglass, type Running } from '../command.js';
import { runHere, startHere } from '../run-here.js';

const fleetglass = useFleetglass();

interface Served {
  readonly running: Running;
  readonly url: string;
  readonly port: number;
}

/** The environment of a user with a runtime directory, as in a login session. */
async function user(): Promise<{ env: NodeJS.ProcessEnv; folder: string }> {
  const runtime = await temporaryFolder();
  return { env: { XDG_RUNTIME_DIR: runtime }, folder: join(runtime, 'fleetglass', 'services') };
}

/** @param start in this process, or in its own */
async function serve(env: NodeJS.ProcessEnv, start = startHere): Promise<Served> {
  const args = ['serve', '--port', '0', '--redis', 'off', '--json'];
  const running = start(args, { ...asAccount(), ...env });
  return { running, ...(JSON.parse(await running.printed(/\n/)) as { url: string; port: number }) };
}

/** Listens as another program, and records its connections. */
async function trap(port: number): Promise<{ readonly connections: string[] } | undefined> {
  const connections: string[] = [];
  const server = createServer((socket) => {
    const at = connections.push('') - 1;
    socket.on('data', (chunk) => (connections[at] += chunk.toString('latin1'))).on('error', () => {});
  });
  onTestFinished(() => void server.close());
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  return isListening ? { connections } : undefined;
}

describe('a command without an address', () => {
  it.each([[['indices']], [CREATE], [['board']]])(
    'sends nothing to the default port, and prints how to pass an address: %j',
    async (args) => {
      // If another test has the port, `trap` returns nothing, and only the message is checked.
      const trapped = await trap(4870);
      const ended = await runHere(args, asAccount());
      expectFailure(ended, 2, /No address of the service\. Pass --base-url, set FLEETGLASS_BASE_URL, .* --local/);
      expect(trapped?.connections ?? []).toEqual([]);
    },
  );
});

describe('--local', () => {
  it('uses the service and the account of `serve`, by a private file, and ignores the environment', async () => {
    const { env, folder } = await user();
    const { running, port, url } = await serve(env);
    const path = join(folder, `${port}.json`);
    expect(((await stat(path)).mode & 0o777).toString(8)).toBe('600');
    expect(((await stat(folder)).mode & 0o777).toString(8)).toBe('700');
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ url, pid: running.pid, credentials: account });
    const unused = await trap(0);
    const printed = {
      FLEETGLASS_USERNAME: 'other',
      FLEETGLASS_PASSWORD: 'other',
      FLEETGLASS_BASE_URL: 'http://127.0.0.1:1',
    };
    for (const variables of [env, { ...printed, ...env }]) {
      const created = await runHere([...CREATE, '--local'], variables);
      expect(created).toMatchObject({ exitCode: 0 });
      expect(created.stderr).toContain('fleetglass get --show-secrets --local \\\n');
      expect(await runHere(['indices', '--json', '--local'], variables)).toMatchObject({ stdout: '[]\n' });
    }
    expect(unused?.connections).toEqual([]);
    running.kill('SIGINT');
    await running.ended;
    expect(await readdir(folder)).toEqual([]);
    expectFailure(await runHere(['indices', '--local'], env), 2, 'No local service of this user runs');
  });

  it('uses the service of a demonstration', async () => {
    const { env, folder } = await user();
    const demo = startHere(['demo', '--port', '0', '--redis', 'off', '--json'], env);
    await demo.printed(/"is-created"/);
    // The demonstration does not wait for its file.
    await expect.poll(() => runHere(['indices', '--local'], env)).toMatchObject({ exitCode: 0 });
    demo.kill('SIGINT');
    await demo.ended;
    expect(await readdir(folder)).toEqual([]);
  });

  it('lists the services if several run, and uses the one with the address --base-url', async () => {
    const { env } = await user();
    const [one, two] = [await serve(env), await serve(env)];
    const refused = await runHere(['indices', '--local'], env);
    expectFailure(refused, 2, /Several local services run: .* Choose one of them with --base-url/);
    for (const { url } of [one, two]) {
      expect(refused.stderr.replaceAll('\n', ' ')).toContain(url);
      const created = await runHere([...CREATE, '--local', '--base-url', url], env);
      expect(created).toMatchObject({ exitCode: 0 });
      expect(created.stderr).toContain(`fleetglass get --show-secrets --local --base-url ${url} \\\n`);
    }
    const none = await runHere(['indices', '--local', '--base-url', 'http://127.0.0.1:1234'], env);
    expectFailure(none, 2, 'No local service runs at http://127.0.0.1:1234');
    for (const { running } of [one, two]) running.kill('SIGTERM');
    await Promise.all([one.running.ended, two.running.ended]);
  });

  it('sends nothing to another process on the port of a killed service', async () => {
    const { env, folder } = await user();
    const { running, port, url } = await serve(env, fleetglass.start);
    running.kill('SIGKILL');
    await running.ended;
    const trapped = await trap(port);
    const stale = `The local service at ${url} (process ${running.pid}) has ended and left its file`;
    for (const options of [['--local'], ['--local', '--base-url', url]]) {
      const ended = await runHere(['indices', ...options], env);
      expectFailure(ended, 2, stale);
    }
    // Another process has the id of the killed process.
    const path = join(folder, `${port}.json`);
    await writeFile(path, (await readFile(path, 'utf8')).replace(`"pid":${running.pid}`, `"pid":${process.pid}`));
    expectFailure(await runHere(['indices', '--local'], env), 2, /has ended and left its file/);
    expect(trapped?.connections).toEqual([]);

    const next = await serve(env);
    expect(await readdir(folder)).toEqual([`${next.port}.json`]);
    next.running.kill('SIGTERM');
    await next.running.ended;
  });

  const harms: [string, (path: string, folder: string) => Promise<void>, RegExp][] = [
    ['a file that others can read', (path) => chmod(path, 0o644), /is open to other users \(mode 644\)/],
    [
      'a folder that others can open',
      (_, folder) => chmod(folder, 0o755),
      /is in a folder that is open to other users/,
    ],
    [
      'a symbolic link',
      async (path, folder) => {
        await rename(path, join(folder, 'other'));
        await symlink(join(folder, 'other'), path);
      },
      /is a symbolic link/,
    ],
    [
      'a directory',
      async (path, folder) => {
        await rename(path, join(folder, 'other'));
        await mkdir(path);
      },
      /is not a file/,
    ],
    ['a damaged file', (path) => writeFile(path, '{"password":"canary'), /is damaged/],
    [
      'an address of another machine',
      async (path) => writeFile(path, (await readFile(path, 'utf8')).replace('127.0.0.1', 'evil.example')),
      /is damaged/,
    ],
  ];
  if (process.getuid?.() === 0)
    harms.push(['a file of another user', (path) => chown(path, 1, 1), /belongs to another user/]);

  it('refuses each file that another user could have written, and each damaged one', async () => {
    const { env, folder: served } = await user();
    const { running, port } = await serve(env);
    for (const [what, harm, message] of harms) {
      const { env: other, folder } = await user();
      await cp(served, folder, { recursive: true });
      await chmod(folder, 0o700);
      await harm(join(folder, `${port}.json`), folder);
      const ended = await runHere(['indices', '--local'], other);
      const said = ended.stderr.replaceAll('\n', ' ');
      expect({ what, said }).toEqual({ what, said: expect.stringMatching(message) as string });
      expectFailure(ended, 2);
    }
    running.kill('SIGTERM');
    await running.ended;
  });

  it('is not required to serve: `serve` prints a notice if it cannot write the file', async () => {
    const home = await temporaryFolder();
    await writeFile(join(home, 'file'), '');
    const { running } = await serve({ HOME: join(home, 'file') });
    running.kill('SIGTERM');
    const { exitCode, stderr } = await running.ended;
    expect(exitCode).toBe(0);
    expect(JSON.parse(stderr)).toEqual({
      notice: expect.stringMatching(/^--local cannot find this service: .*ENOTDIR/),
    });
  });
});
