import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportUsage } from '../../../src/index.js';
import { capture, historyFrom, type CaptureOptions, type History } from '../../../src/notebook/index.js';
import { createWorld } from '../../monitor/monitored-world.js';
import { memoryFolder } from '../../persistence/memory-folder.js';
import { buildWorker } from '../../support/build-worker.js';
import { eventually } from '../../support/eventually.js';
import { runUntilKilled } from '../../support/run-until-killed.js';
import { smallDisk } from '../../support/small-disk.js';
import { openCaptured, readIndex } from './opened-capture.js';

const fields = ['state', 'db_max_clients_used'];

const open = (saveTo: string, options: CaptureOptions = {}) => openCaptured(['a'], { saveTo, fields, ...options });

const read = async (path: string): Promise<History> => historyFrom(await readFile(path), { to: 4e12 });
const usesOf = (history: History): unknown[] => [...history.column('db_max_clients_used').values];

/** The program that a test kills. */
const worker = await buildWorker('test/notebook/history/capture-file-worker.ts');

describe('a capture with saveTo', () => {
  it('appends its rows to a file, which historyFrom reads, and a later capture continues it', async () => {
    const path = join(await memoryFolder(), 'rows.jsonl');
    await writeFile(`${path}.lock`, ''); // of a process that was killed as it made the file
    const { fleet, captured } = await open(path);
    reportUsage(fleet, 'database', 'a', { db_max_clients: 5 });
    await captured.flush();
    expect(await readFile(`${path}.lock`, 'utf8')).toBe(String(process.pid));
    expect([...(await read(path)).rows()]).toEqual([...captured.history.rows()]);
    captured.stop();
    await captured.flush();
    await appendFile(path, '{"time":"2026-01-01T00:00:0'); // a line that was cut off
    const later = await open(path);
    reportUsage(later.fleet, 'database', 'a', { db_max_clients: 6 });
    later.captured.stop();
    await later.captured.flush();
    const text = await readFile(path, 'utf8');
    const lines = text.trimEnd().split('\n');
    const uses = lines.map((line) => (JSON.parse(line) as Record<string, unknown>)['db_max_clients_used']);
    expect(uses).toEqual([null, 5, null, 6]);
    expect(lines[0]).toMatch(
      /^\{"time":"[^"]+","resource":"database","id":"a","status":"fresh","state":"active","db_max_clients_used":null\}$/,
    );
  });

  it('reports a full disk, keeps what was written, and appends the rest when there is room', async ({ skip }) => {
    const disk = await smallDisk();
    if (disk === undefined) return skip('only root can make a small disk');
    const path = join(disk.folder, 'rows.jsonl');
    const { world, fleet, captured, errors } = await open(path, { everyMs: 100 });
    await captured.flush();
    const saved = await readFile(path, 'utf8');
    await disk.fill();
    // More than the rest of the file's last page.
    for (let used = 0; used < 100; used++) {
      reportUsage(fleet, 'database', 'a', { db_max_clients: used });
      await captured.flush().catch(() => undefined);
    }
    await expect(captured.flush()).rejects.toMatchObject({
      code: 'storage',
      message: expect.stringMatching(
        /capture: \d+ rows are not yet in .*: there is no room on its disk; the capture tries again/,
      ) as string,
    });
    expect(captured.saveError).toMatchObject({ code: 'storage' });
    expect(errors).toEqual([expect.objectContaining({ code: 'storage' })]);
    const kept = await readFile(path, 'utf8');
    expect(kept.startsWith(saved) && kept.endsWith('\n')).toBe(true);
    await disk.makeRoom();
    await world.clock.advance(200);
    await eventually(() => expect(captured.saveError).toBeUndefined());
    expect([...(await read(path)).rows()]).toEqual([...captured.history.rows()]);
  });

  it('reports how many rows were dropped while they waited, when it writes again', async () => {
    const folder = join(await memoryFolder(), 'later');
    const path = join(folder, 'rows.jsonl');
    const { fleet, captured, errors } = await open(path, { maxBytes: 65_536 });
    for (let used = 0; used < 800; used++) {
      reportUsage(fleet, 'database', 'a', { db_max_clients: used });
      await expect(captured.flush()).rejects.toThrow('not yet in');
    }
    const message = captured.saveError?.message;
    await mkdir(folder);
    await captured.flush();
    const rows = (await readFile(path, 'utf8')).trimEnd().split('\n');
    expect(rows.length).toBeLessThan(801);
    // The loss is reported although the disk is still full, because it may stay full.
    expect(message).toContain(`; ${801 - rows.length} older rows will never be in the file`);
    const lost = `${801 - rows.length} rows will never be in ${path}: `;
    expect(errors).toMatchObject(
      ['not yet in', lost].map((text) => ({ code: 'storage', message: expect.stringContaining(text) as string })),
    );
    expect(captured.saveError).toBeUndefined();
  });

  it('is closed by a flush that can write the last rows only after the end of the capture', async () => {
    const folder = join(await memoryFolder(), 'later');
    const { captured } = await open(join(folder, 'rows.jsonl'));
    captured.stop();
    await expect(captured.flush()).rejects.toThrow(/not yet in .*ENOENT/);
    await mkdir(folder);
    await captured.flush();
    expect(await readdir(folder)).toEqual(['rows.jsonl']);
  });

  it('continues the file of a capture that was stopped a moment ago, under any form of its path', async () => {
    const path = join(await memoryFolder(), 'rows.jsonl');
    const first = await open(path);
    expect(() => capture(first.fleet, { saveTo: relative('.', path) })).toThrow('saveTo: another capture writes');
    reportUsage(first.fleet, 'database', 'a', { db_max_clients: 1 });
    first.captured.stop();
    capture(first.world.openFleet(), { saveTo: path }).stop(); // without rows
    const last = capture(first.fleet, { saveTo: relative('.', path), fields });
    reportUsage(first.fleet, 'database', 'a', { db_max_clients: 2 });
    await last.flush();
    expect(usesOf(await read(path))).toEqual([NaN, 1, 1, 2]);
  });

  it('has each point of the throughput once, also after further captures', async () => {
    const path = join(await memoryFolder(), 'rows.jsonl');
    const world = createWorld([]);
    const fleet = world.openFleet();
    const start = world.clock.now();
    const seen: number[] = [];
    for (let round = 1; round <= 3; round++) {
      const times = Array.from({ length: 2 * round }, (_, at) => start - 1000 + 100 * at);
      const throughput_vector = times.map((at) => ({ x: new Date(at).toISOString(), y: at - start }));
      const captured = capture(fleet, { saveTo: path, fields: ['max_vector_count', 'throughput'], clock: world.clock });
      await readIndex(world, fleet, { max_vector_count: round, throughput_vector });
      captured.stop();
      await captured.flush();
      seen.push(...times.slice(-2));
      const history = await read(path);
      expect([...history.at].filter((at) => at < start)).toEqual(seen);
      // The later points replace the throughput of the first row of each capture but the first.
      expect(history.duplicateRows).toBe(round - 1);
      expect([...history.rows()].at(-1)).toEqual([...captured.history.rows()].at(-1));
    }
  });

  it('waits while another process captures to its file, and removes the file that names it', async () => {
    const path = join(await memoryFolder(), 'rows.jsonl');
    const other = spawn(process.execPath, [worker, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(other.stdout, 'data');
    const { captured, errors } = await open(path);
    await expect(captured.flush()).rejects.toThrow(
      `process ${other.pid} captures to it: stop that process, or remove ${path}.lock if it has no capture`,
    );
    expect(errors).toEqual([expect.objectContaining({ code: 'storage' })]);
    other.kill('SIGKILL');
    await once(other, 'close');
    await captured.flush();
    expect([...(await read(path)).id.texts]).toEqual([undefined, 'a']);
    captured.stop();
    await eventually(async () => expect(await readdir(dirname(path))).toEqual(['rows.jsonl']));
  });

  it('never appends to a file of another kind', async () => {
    const path = join(await memoryFolder(), 'notes.txt');
    await writeFile(path, 'my notes');
    const { captured, errors } = await open(path);
    await expect(captured.flush()).rejects.toThrow('it has other contents');
    expect(errors).toMatchObject([{ message: expect.stringContaining('it has other contents') as string }]);
    captured.stop();
    await expect(captured.flush()).rejects.toThrow('it has other contents');
    expect(await readFile(path, 'utf8')).toBe('my notes');
  });

  it('survives kills of its process up to the last batch, without a secret', async () => {
    const path = join(await memoryFolder(), 'rows.jsonl');
    let last = -1;
    for (let round = 0; round < 3; round++) {
      const args = [worker, path, String(last + 1)];
      const lines = await runUntilKilled(args, 0, (printed) => printed.length >= 20 + 7 * round);
      last = Number(lines.at(-1));
      const uses = usesOf(await read(path));
      expect(uses.filter((use) => !Number.isNaN(use))).toEqual(
        Array.from({ length: Math.max(last + 1, Number(uses.at(-1)) + 1) }, (_, use) => use),
      );
      last = Number(uses.at(-1));
    }
    expect(await readFile(path, 'utf8')).not.toContain('CANARY');
  });
});
