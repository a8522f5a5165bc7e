import { readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type GivenIds, openGivenIds, selectIdChange } from '../../../../src/apps/watch/ids/given-ids.js';
import { type IdAnswer, type IdSourceConfig, parseIds } from '../../../../src/apps/watch/config/id-source-config.js';
import { IdSources, type IdSourcesOptions } from '../../../../src/apps/watch/ids/id-sources.js';
import { systemClock } from '../../../../src/index.js';
import { createFleetUnderTest } from '../../../core/fleet/fleet-under-test.js';
import { createManualClock } from '../../../support/manual-clock.js';
import { serve } from '../../../support/serve.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { createReader } from '../../../../src/apps/watch/ids/read-source.js';
import { listProcesses } from '../../../support/processes.js';
import type { LogLine } from '../watch-process.js';

const IDS = ['orders', 'sessions', 'carts', 'users'];

/** Opens the sources of a fleet. */
async function open(options: Partial<IdSourcesOptions> = {}) {
  const { fleet } = createFleetUnderTest();
  const file = { load: async (): Promise<GivenIds> => new Map(), save: async () => {} };
  const sources = await IdSources.open({ fleet, clock: systemClock, log: () => {}, file, ...options });
  onTestFinished(() => sources.dispose());
  return { fleet, sources, ids: () => fleet.databases.tracked.value.toSorted() };
}

/** Reads one source, and records its log. */
async function follow(source: IdSourceConfig, folder: string) {
  const lines: LogLine[] = [];
  const log = (level: string, event: string, facts?: object): void => void lines.push({ level, event, ...facts });
  const { sources, ids } = await open({ log });
  sources.set([source], folder);
  /** Waits for the nth line with this event. */
  async function logged(event: string, count = 1): Promise<LogLine | undefined> {
    const found = (): readonly LogLine[] => lines.filter((line) => line.event === event);
    await expect.poll(() => found().length, { interval: 10 }).toBeGreaterThanOrEqual(count);
    return found()[count - 1];
  }
  return { logged, sources, ids };
}

describe('the sources of ids', () => {
  it('follow a file through edits and renames, and never remove ids for an empty or absent file', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'ids.txt');
    await writeFile(file, `${[...IDS.slice(0, 3), 'orders'].join('\n')}\na/b\n`);
    const { logged, ids } = await follow({ type: 'file', path: 'ids.txt', every: 10, removeAtMost: 0.5 }, folder);
    expect(await logged('ids-added')).toMatchObject({ count: 3, source: 'file ids.txt' });
    expect(await logged('ids-invalid')).toMatchObject({ problems: ['line 5: must not contain a path separator'] });
    await writeFile(`${file}.new`, JSON.stringify([IDS[3], ...IDS.slice(1, 3)]));
    await rename(`${file}.new`, file);
    expect(await logged('ids-added', 2)).toMatchObject({ ids: [IDS[3]] });
    expect(await logged('ids-removed')).toMatchObject({ ids: [IDS[0]] });
    await writeFile(file, '');
    expect(await logged('ids-source-empty')).toMatchObject({ level: 'warn' });
    await rm(file);
    expect(await logged('ids-source-failed')).toMatchObject({ message: 'cannot read the file: no such file' });
    await writeFile(file, `${IDS[1]}\n`);
    expect(await logged('ids-source-recovered')).toMatchObject({ source: 'file ids.txt' });
    expect(await logged('ids-removal-refused')).toMatchObject({ count: 2, message: expect.stringContaining('remove') });
    expect(ids()).toEqual(IDS.slice(1).toSorted());
  });

  it('tell that a source works again after its settings have changed', async () => {
    const folder = await temporaryFolder();
    const source = { type: 'file', path: 'ids.txt', every: 3_600_000, removeAtMost: 0.5 } as const;
    const { logged, sources } = await follow(source, folder);
    await logged('ids-source-failed');
    await writeFile(join(folder, 'ids.txt'), 'orders');
    sources.set([{ ...source, removeAtMost: 1 }], folder);
    expect(await logged('ids-source-recovered')).toMatchObject({ source: 'file ids.txt', failures: 1 });
  });

  it('remove the ids of a refused answer also after a restart', async () => {
    const { fleet } = createFleetUnderTest();
    const folder = await temporaryFolder();
    const file = openGivenIds(join(folder, 'given-ids.json'));
    const [few, others] = [IDS.slice(0, 2), IDS.slice(2)];
    for (const answer of [few, others, few]) {
      const tracked = answer === others ? IDS : few;
      await writeFile(join(folder, 'ids.txt'), answer.join('\n'));
      const sources = await IdSources.open({ fleet, clock: systemClock, log: () => {}, file });
      sources.set([{ type: 'file', path: 'ids.txt', every: 1000, removeAtMost: 0.5 }], folder);
      await expect.poll(() => fleet.databases.tracked.value.toSorted()).toEqual(tracked.toSorted());
      await sources.dispose();
    }
  });

  it('keep an id that moves from one of them to another while the record is saved', async () => {
    const [moved = '', ...others] = IDS;
    const record = new Map([['list a', { given: new Set(IDS), pending: new Set<string>() }]]);
    const save = (): Promise<void> => new Promise((done) => setTimeout(done, 20));
    const { fleet, sources, ids } = await open({ file: { load: async () => record, save } });
    fleet.databases.add([moved]);
    // Both answer before the first save has ended.
    const lists: IdSourceConfig[] = [
      { type: 'list', name: 'list a', ids: others },
      { type: 'list', name: 'list b', ids: [moved] },
    ];
    sources.set(lists, '');
    await expect.poll(ids).toEqual(IDS.toSorted());
  });

  it('remove only the ids that they gave since their record was lost', async () => {
    const load = (): Promise<GivenIds> => Promise.reject(new Error('damaged'));
    const { fleet, sources, ids } = await open({ file: { load, save: async () => {} } });
    fleet.databases.add('orders');
    for (const given of [['orders', 'carts'], ['users']]) {
      sources.set([{ type: 'list', name: 'a', ids: given }], '');
      await expect.poll(ids).toContain(given.at(-1));
    }
    expect(ids()).toEqual(['orders', 'users']);
  });

  it('save their record again after a failure', async () => {
    const clock = createManualClock();
    const saves: GivenIds[] = [];
    const save = async (given: GivenIds): Promise<void> => {
      if (saves.push(new Map(given)) === 1) throw new Error('the disk is full');
    };
    const { sources } = await open({ clock, file: { load: async () => new Map(), save } });
    sources.set([{ type: 'list', ids: IDS }], '');
    await expect.poll(() => saves.length).toBe(1);
    await clock.advance(3_600_000);
    expect(saves).toEqual([saves[0], saves[0]]);
    await sources.dispose();
    expect(clock.pending).toBe(0);
  });
});

interface Before {
  readonly given?: Readonly<Record<string, string[]>>;
  readonly known?: readonly string[];
  readonly pending?: Readonly<Record<string, readonly string[]>>;
  readonly atMost?: number;
}

/** The change that an answer of the source `a` makes. */
function changeOf(answer: string[], { given = {}, known = [], pending = {}, atMost: removeAtMost = 0.5 }: Before) {
  const record = new Map(
    Object.entries(given).map(([name, ids]) => [name, { given: new Set(ids), pending: new Set(pending[name]) }]),
  );
  const isKnown = (id: string): boolean => known.includes(id);
  const facts = { source: 'a', answer, record, isKnown, removeAtMost };
  const change = selectIdChange(facts);
  return { ...change, given: [...change.given].toSorted() };
}

const THREE = ['1', '2', '3'];
const three: Before = { given: { a: THREE }, known: THREE };
const refused: Before = { given: { a: THREE }, known: [...THREE, '4', '5', '6'], pending: { a: ['4', '5', '6'] } };
const moved: Before = { given: { a: THREE, b: ['4'] }, known: [...THREE, '4'], pending: { b: ['3'] } };
const shared: Before = { given: { a: ['1', '2'], b: ['2'] }, known: ['1', '2'] };

it.each<[string, string[], Before, object]>([
  ['adds new ids', ['1', '2'], {}, { add: ['1', '2'], remove: [], refused: 0, given: ['1', '2'] }],
  ['removes an id that it gave and no longer names', ['1', '2'], three, { remove: ['3'], given: ['1', '2'] }],
  ['keeps an id that another source gives', ['1'], shared, { remove: [], refused: 0, given: ['1'] }],
  ['does not give an id that was known before', ['1', 'mine'], { known: ['mine'] }, { given: ['1'] }],
  ['removes the allowed share', ['1'], { ...three, atMost: 1 }, { remove: ['2', '3'] }],
  ['removes nothing if nothing is allowed', ['1', '2'], { ...three, atMost: 0 }, { remove: [], refused: 1 }],
  ['removes nothing if it lacks too many, and adds new ids', ['4'], three, { add: ['4'], remove: [], refused: 3 }],
  ['removes nothing either when it comes again', ['4', '5', '6'], refused, { remove: [], refused: 3, given: THREE }],
  ['removes the ids of refused answers', THREE, refused, { remove: ['4', '5', '6'], given: THREE }],
  ['keeps an id that a refused answer of another source names', ['1', '2'], moved, { remove: [], refused: 0 }],
])('an answer of an id source %s', (_, answer, before, change) => {
  expect(changeOf(answer, before)).toMatchObject(change);
});

it('the record of given ids is empty before the first save, and comes back after a save', async () => {
  const path = join(await temporaryFolder(), 'state', 'given-ids.json');
  expect(await openGivenIds(path).load()).toEqual(new Map());
  const given = new Map([['file ids.txt', { given: new Set(['1', '2']), pending: new Set(['3']) }]]);
  await openGivenIds(path).save(given);
  expect(await openGivenIds(path).load()).toEqual(given);
  expect(await readFile(path, 'utf8')).toContain('"version":1');
  // Earlier versions kept no ids of refused answers.
  await writeFile(path, '{"version":1,"sources":{"a":["1"]}}');
  expect(await openGivenIds(path).load()).toEqual(new Map([['a', { given: new Set(['1']), pending: new Set() }]]));
});

it.each<[string, (path: string) => unknown, string]>([
  ['is damaged', (path) => writeFile(path, '{"sources":'), 'JSON'],
  ['a newer version wrote', (path) => writeFile(path, '{"version":2,"sources":{}}'), 'version'],
])('the record of given ids that %s is an error, and is not overwritten', async (_, make, message) => {
  const folder = await temporaryFolder();
  const path = join(folder, 'given-ids.json');
  await make(path);
  const file = openGivenIds(path);
  await expect(file.load()).rejects.toThrow(message);
  await file.save(new Map());
  expect(await readdir(folder)).toContain('given-ids.json.unreadable');
});

const never = new AbortController().signal;

/** The deadline of reads that end before it, milliseconds. */
const LONG = 20_000;

const read = (source: IdSourceConfig, signal = never): Promise<IdAnswer | undefined> =>
  createReader(source, '/', systemClock)(signal);

const settings = { every: 1000, timeout: LONG, removeAtMost: 0.5 };

const readHttp = async (answer: RequestListener, changes: { token?: string; timeout?: number } = {}) =>
  read({ type: 'http', url: `${await serve(answer)}/ids`, ...settings, ...changes });

const readCommand = (command: string[], changes: { env?: Record<string, string>; timeout?: number } = {}) =>
  read({ type: 'command', command, ...settings, ...changes });

it.each(['[', '{}', '{"ids": "a"}', '{"ids": {"a": 1}}'])('the text of an id source must not be %j', (text) => {
  expect(() => parseIds(text)).toThrow('expected a JSON array of ids, or {"ids": [...]}');
});

it('an id source of a file fails for a file that is too large', async () => {
  const path = join(await temporaryFolder(), 'large');
  await writeFile(path, '');
  await truncate(path, 17 * 1024 * 1024);
  const reading = read({ type: 'file', path, every: 1000, removeAtMost: 0.5 });
  await expect(reading).rejects.toThrow('cannot read the file: it is larger than 16 MiB');
});

const writeWithoutEnd: RequestListener = (_, response) => {
  const more = (): void => void (response.write('x'.repeat(1024 * 1024)) ? more() : response.once('drain', more));
  more();
};

describe('an id source of HTTP', () => {
  it('sends its token and reads JSON', async () => {
    const answer = await readHttp(
      (request, response) => response.end(JSON.stringify({ ids: [request.headers.authorization] })),
      { token: 'token-1' },
    );
    expect(answer).toEqual({ ids: [], invalid: ['item 1: must not contain a space'] });
  });

  it.each<readonly [string, RequestListener, message: string, options: { timeout?: number }]>([
    ['a page', (_, response) => response.end('<html>'), 'expected a JSON array of ids, or {"ids": [...]}', {}],
    ['a failure', (_, response) => response.writeHead(500).end('[]'), 'it answered with status 500', {}],
    ['a redirect', (_, to) => to.writeHead(302, { location: '/' }).end(), 'it answered with status 302', {}],
    ['half an answer', (_, response) => void response.write('["a"'), 'no answer within 300 ms', { timeout: 300 }],
    ['a lost connection', (request) => request.socket.destroy(), 'it did not answer', {}],
    ['an endless answer', writeWithoutEnd, 'its answer is larger than 16 MiB', {}],
  ])('fails for %s', async (_, answer, message, options) => {
    await expect(readHttp(answer, options)).rejects.toThrow(message);
  });
});

describe('an id source of a command', () => {
  it('runs without a shell, with PATH, HOME, LANG and its own variables, and no secret of the process', async () => {
    expect(await readCommand(['printf', '%s\\n', 'a;b', '$HOME'])).toEqual({ ids: ['a;b', '$HOME'], invalid: [] });
    const secrets = ['FLEETGLASS_PASSWORD', 'FLEETGLASS_MONITOR_TOKEN', 'FLEETGLASS_CONTROL_TOKEN', 'SECRET_OF_CONFIG'];
    for (const name of secrets) vi.stubEnv(name, '=canary');
    vi.stubEnv('LANG', 'C.UTF-8');
    onTestFinished(() => void vi.unstubAllEnvs());
    // A failure of this test must not print the environment.
    const names = 'Object.entries(process.env).map(([name, value]) => name + (/=.*/.exec(value) ?? "")).join("\\n")';
    const answer = await readCommand([process.execPath, '-p', names], { env: { SITE: '=berlin' } });
    expect(answer?.ids.toSorted()).toEqual(['HOME', 'LANG', 'PATH', 'SITE=berlin']);
    expect(answer?.invalid).toEqual([]);
  });

  it('fails for a program that is absent, fails, is killed, prints without end or hangs', async () => {
    await expect(readCommand(['/nowhere/program'])).rejects.toThrow('it cannot be started: no such file');
    await expect(readCommand(['sh', '-c', 'echo a; exit 7'])).rejects.toThrow('it ended with exit code 7');
    await expect(readCommand(['sh', '-c', 'kill -9 $$'])).rejects.toThrow('it was ended by SIGKILL');
    await expect(readCommand(['sh', '-c', 'cat /dev/zero'])).rejects.toThrow('it printed more than 16 MiB');
    await expect(readCommand(['sleep', '60'], { timeout: 300 })).rejects.toThrow('no answer within 300 ms');
  });

  it('is killed if the read is aborted while it starts', async () => {
    const ended = new AbortController();
    const reading = read({ type: 'command', command: ['sleep', '4713'], ...settings }, ended.signal);
    ended.abort();
    await expect(reading).rejects.toThrow('it did not answer');
    await expect.poll(async () => (await listProcesses()).map(({ command }) => command)).not.toContain('sleep 4713');
  });
});
