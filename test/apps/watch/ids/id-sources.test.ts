import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { GivenIds } from '../../../../src/apps/watch/ids/given-ids.js';
import type { IdSourceConfig } from '../../../../src/apps/watch/config/id-source-config.js';
import { IdSources } from '../../../../src/apps/watch/ids/id-sources.js';
import { createFleet, systemClock } from '../../../../src/index.js';
import { createManualClock } from '../../../support/manual-clock.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const IDS = ['orders', 'sessions', 'carts', 'users'];

interface Line {
  readonly event: string;
  readonly [fact: string]: unknown;
}

/** Reads one source, and records its log. */
async function follow(source: IdSourceConfig, folder: string) {
  const fleet = createFleet({ baseUrl: 'https://example.com', fetch: () => new Promise(() => {}) });
  const lines: Line[] = [];
  let saved: GivenIds = new Map();
  const file = { load: async () => saved, save: async (given: GivenIds) => void (saved = new Map(given)) };
  const log = (level: string, event: string, facts?: object): void => void lines.push({ level, event, ...facts });
  const sources = await IdSources.open({ fleet, clock: systemClock, log, file });
  onTestFinished(async () => {
    await sources.dispose();
    fleet.dispose();
  });
  sources.set([source], folder);
  /** Waits for the nth line with this event. */
  async function logged(event: string, count = 1): Promise<Line | undefined> {
    const found = (): readonly Line[] => lines.filter((line) => line.event === event);
    await expect.poll(() => found().length, { interval: 10 }).toBeGreaterThanOrEqual(count);
    return found()[count - 1];
  }
  return { lines, logged, ids: () => fleet.databases.tracked.value.toSorted() };
}

describe('the sources of ids', () => {
  it('follow a file through edits and renames, and never remove ids for an empty or absent file', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'ids.txt');
    await writeFile(file, `${IDS.slice(0, 3).join('\n')}\na/b\n`);
    const { logged, ids } = await follow({ type: 'file', path: 'ids.txt', every: 10, removeAtMost: 0.5 }, folder);
    expect(await logged('ids-added')).toMatchObject({ count: 3, source: 'file ids.txt' });
    expect(await logged('ids-invalid')).toMatchObject({ problems: ['line 4: must not contain a path separator'] });
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
    expect(await logged('ids-removal-refused')).toMatchObject({ count: 2 });
    expect(ids()).toEqual(IDS.slice(1).toSorted());
  });

  it('keep the ids of a command that fails, hangs or prints nothing', async () => {
    const folder = await temporaryFolder();
    const mode = join(folder, 'mode');
    const setMode = async (name: string): Promise<void> => {
      // The command never reads half a change.
      await writeFile(`${mode}.new`, name);
      await rename(`${mode}.new`, mode);
    };
    await setMode('list');
    const script = `case $(cat ${mode}) in list) printf '%s\\n' ${IDS.join(' ')};; fail) exit 3;; hang) sleep 60;; esac`;
    const command = ['sh', '-c', script];
    const source: IdSourceConfig = { type: 'command', command, every: 50, timeout: 1000, removeAtMost: 0.5 };
    const { lines, logged, ids } = await follow(source, folder);
    await logged('ids-added');
    await setMode('fail');
    expect(await logged('ids-source-failed')).toMatchObject({ message: 'it ended with exit code 3' });
    await setMode('none');
    await logged('ids-source-empty');
    await logged('ids-source-recovered');
    await setMode('hang');
    await expect.poll(() => lines.map(({ message }) => message)).toContain('no answer within 1000 ms');
    expect(ids()).toEqual(IDS.toSorted());
  });

  it('save their record again after a failure', async () => {
    const clock = createManualClock();
    const fleet = createFleet({ baseUrl: 'https://example.com', fetch: () => new Promise(() => {}) });
    onTestFinished(() => fleet.dispose());
    const saves: GivenIds[] = [];
    const save = async (given: GivenIds): Promise<void> => {
      if (saves.push(new Map(given)) === 1) throw new Error('the disk is full');
    };
    const file = { load: async () => new Map(), save };
    const sources = await IdSources.open({ fleet, clock, log: () => {}, file });
    sources.set([{ type: 'list', ids: IDS }], '');
    await expect.poll(() => saves.length).toBe(1);
    await clock.advance(3_600_000);
    expect(saves).toEqual([saves[0], saves[0]]);
    await sources.dispose();
    expect(clock.pending).toBe(0);
  });
});
