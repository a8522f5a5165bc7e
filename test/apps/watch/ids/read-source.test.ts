import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, describe, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../../../src/core/shared/clock.js';
import { parseIds, type IdAnswer } from '../../../../src/apps/watch/config/id-source-config.js';
import { createReader } from '../../../../src/apps/watch/ids/read-source.js';
import { listProcesses } from '../../../support/processes.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const context = { folder: '/', clock: systemClock };
const never = new AbortController().signal;

/** The deadline of reads that end before it, milliseconds. */
const LONG = 20_000;

async function readHttp(
  answer: RequestListener,
  { token, timeout = LONG }: { token?: string; timeout?: number } = {},
): Promise<IdAnswer | undefined> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ids`;
  const source = { type: 'http' as const, url, token, every: 1000, timeout, removeAtMost: 0.5 };
  return createReader(source, context)(never);
}

const readCommand = (
  command: string[],
  timeout = LONG,
  env?: Readonly<Record<string, string>>,
): Promise<IdAnswer | undefined> =>
  createReader({ type: 'command', command, env, every: 1000, timeout, removeAtMost: 0.5 }, context)(never);

describe('the text of an id source', () => {
  it.each([
    ['lines with comments', '\uFEFFa\r\n # all\n\nb # the second\na\n', ['a', 'b']],
    ['a JSON array', ' ["a", "b"]', ['a', 'b']],
    ['a JSON object', '{"ids": ["a"], "next": null}', ['a']],
    ['nothing', '', []],
  ])('may be %s', (_, text, ids) => {
    expect(parseIds(text)).toEqual({ ids, invalid: [] });
  });

  it('loses its invalid ids alone', () => {
    expect(parseIds('a\nb/c\nd e\n..\n')).toEqual({
      ids: ['a'],
      invalid: [
        'line 2: must not contain a path separator',
        'line 3: must not contain a space',
        'line 4: must not be a dot segment',
      ],
    });
    expect(parseIds('["a", 1, null, ""]').invalid).toHaveLength(3);
  });

  it.each(['[', '{}', '{"ids": "a"}', '{"ids": {"a": 1}}'])('is refused if it is %j', (text) => {
    expect(() => parseIds(text)).toThrow('expected a JSON array of ids, or {"ids": [...]}');
  });
});

describe('an id source of a file', () => {
  const readFrom = (path: string): Promise<IdAnswer | undefined> =>
    createReader({ type: 'file', path, every: 1000, removeAtMost: 0.5 }, context)(never);

  it('fails in words for a file that is absent, no regular file, or larger than its size says', async () => {
    const folder = await temporaryFolder();
    await expect(readFrom(join(folder, 'none'))).rejects.toThrow('cannot read the file: no such file');
    await expect(readFrom(folder)).rejects.toThrow('cannot read the file: it is a directory');
    await expect(readFrom('/dev/zero')).rejects.toThrow('cannot read the file: it is not a regular file');
    // The size of this file is 0, and it has hundreds of megabytes.
    await expect(readFrom('/proc/self/pagemap')).rejects.toThrow('cannot read the file: it is larger than 16 MiB');
  });
});

describe('an id source of HTTP', () => {
  it('sends its token and reads JSON', async () => {
    const answer = await readHttp(
      (request, response) => response.end(JSON.stringify({ ids: [request.headers.authorization] })),
      { token: 'token-1' },
    );
    expect(answer).toEqual({ ids: [], invalid: ['item 1: must not contain a space'] });
  });

  it.each<readonly [string, RequestListener, string, number]>([
    ['a page', (_, response) => response.end('<html>'), 'expected a JSON array of ids, or {"ids": [...]}', LONG],
    ['a failure', (_, response) => response.writeHead(500).end('[]'), 'it answered with status 500', LONG],
    [
      'a redirect',
      (_, response) => response.writeHead(302, { location: '/' }).end(),
      'it answered with status 302',
      LONG,
    ],
    ['no answer', () => {}, 'no answer within 300 ms', 300],
    ['half an answer', (_, response) => void response.write('["a"'), 'no answer within 300 ms', 300],
    ['a lost connection', (request) => request.socket.destroy(), 'it did not answer', LONG],
    [
      'an endless answer',
      (_, response) => {
        const more = (): void => void (response.write('x'.repeat(1024 * 1024)) ? more() : response.once('drain', more));
        more();
      },
      'its answer is larger than 16 MiB',
      LONG,
    ],
  ])('fails for %s', async (_, answer, message, timeout) => {
    await expect(readHttp(answer, { timeout })).rejects.toThrow(message);
  });
});

describe('an id source of a command', () => {
  it('runs a program without a shell', async () => {
    expect(await readCommand(['printf', '%s\\n', 'a;b', '$HOME'])).toEqual({ ids: ['a;b', '$HOME'], invalid: [] });
  });

  it('gets PATH, HOME, LANG and its own variables, and no secret of the process', async () => {
    const secrets = ['FLEETGLASS_PASSWORD', 'FLEETGLASS_MONITOR_TOKEN', 'FLEETGLASS_CONTROL_TOKEN', 'SECRET_OF_CONFIG'];
    for (const name of secrets) vi.stubEnv(name, '=canary');
    vi.stubEnv('LANG', 'C.UTF-8');
    onTestFinished(() => void vi.unstubAllEnvs());
    // A failure of this test must not print the environment.
    const names = 'Object.entries(process.env).map(([name, value]) => name + (/=.*/.exec(value) ?? "")).join("\\n")';
    const answer = await readCommand([process.execPath, '-p', names], LONG, { SITE: '=berlin' });
    expect(answer?.ids.toSorted()).toEqual(['HOME', 'LANG', 'PATH', 'SITE=berlin']);
    expect(answer?.invalid).toEqual([]);
  });

  it('fails for a program that is absent, fails or is killed', async () => {
    await expect(readCommand(['/nowhere/program'])).rejects.toThrow('it cannot be started: no such file');
    await expect(readCommand(['sh', '-c', 'echo a; exit 7'])).rejects.toThrow('it ended with exit code 7');
    await expect(readCommand(['sh', '-c', 'kill -9 $$'])).rejects.toThrow('it was ended by SIGKILL');
    await expect(readCommand(['sh', '-c', 'cat /dev/zero'])).rejects.toThrow('it printed more than 16 MiB');
  });

  it('is killed at the deadline with its process group', async () => {
    const left = async () => (await listProcesses()).filter(({ command }) => /^sleep 471[12]$/.test(command));
    const script = 'sleep 4711 & sleep 4712';
    const read = expect(readCommand(['sh', '-c', script], 3000)).rejects.toThrow('no answer within 3000 ms');
    await expect.poll(left, { timeout: 3000 }).toHaveLength(2);
    await read;
    await expect.poll(left).toEqual([]);
  });

  it('is killed if the read is aborted while it starts', async () => {
    const ended = new AbortController();
    const source = {
      type: 'command' as const,
      command: ['sleep', '4713'],
      every: 1000,
      timeout: LONG,
      removeAtMost: 0.5,
    };
    const read = createReader(source, context)(ended.signal);
    ended.abort();
    await expect(read).rejects.toThrow('it did not answer');
    await expect.poll(async () => (await listProcesses()).map(({ command }) => command)).not.toContain('sleep 4713');
  });
});
