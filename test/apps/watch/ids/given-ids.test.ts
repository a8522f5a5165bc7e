import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openGivenIds, selectIdChange } from '../../../../src/apps/watch/ids/given-ids.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

/** The change that an answer of the source `a` makes. */
function changeOf(
  answer: string[],
  { given = {}, known = [], atMost = 0.5 }: { given?: Record<string, string[]>; known?: string[]; atMost?: number },
) {
  const record = new Map(Object.entries(given).map(([name, ids]) => [name, new Set(ids)]));
  const change = selectIdChange({
    source: 'a',
    answer,
    given: record,
    isKnown: (id) => known.includes(id),
    removeAtMost: atMost,
  });
  return { ...change, given: [...change.given].toSorted() };
}

describe('an answer of an id source', () => {
  it('adds new ids', () => {
    expect(changeOf(['1', '2'], {})).toEqual({ add: ['1', '2'], remove: [], refused: 0, given: ['1', '2'] });
  });

  it('removes an id that the source gave and no longer names', () => {
    const known = ['1', '2', '3'];
    expect(changeOf(['1', '2'], { given: { a: known }, known })).toMatchObject({ remove: ['3'], given: ['1', '2'] });
  });

  it('keeps an id that another source gives', () => {
    const given = { a: ['1', '2'], b: ['2'] };
    expect(changeOf(['1'], { given, known: ['1', '2'] })).toMatchObject({ remove: [], refused: 0, given: ['1'] });
  });

  it('keeps an id that was known before any source gave it', () => {
    expect(changeOf(['1', 'mine'], { known: ['mine'] }).given).toEqual(['1']);
    expect(changeOf(['1'], { given: { a: ['1'] }, known: ['1', 'mine'] }).remove).toEqual([]);
  });

  it('removes nothing if it lacks more than the allowed share', () => {
    const known = ['1', '2', '3'];
    expect(changeOf(['1'], { given: { a: known }, known })).toEqual({ add: [], remove: [], refused: 2, given: known });
    expect(changeOf(['1'], { given: { a: known }, known, atMost: 1 })).toMatchObject({ remove: ['2', '3'] });
    expect(changeOf(['1', '2'], { given: { a: known }, known, atMost: 0 })).toMatchObject({ remove: [], refused: 1 });
  });

  it('adds its new ids also if it removes nothing', () => {
    const known = ['1', '2', '3'];
    expect(changeOf(['4'], { given: { a: known }, known })).toMatchObject({ add: ['4'], refused: 3 });
  });
});

describe('the record of given ids', () => {
  it('is empty before the first save, and comes back after a save', async () => {
    const path = join(await temporaryFolder(), 'state', 'given-ids.json');
    expect(await openGivenIds(path).load()).toEqual(new Map());
    const given = new Map([['file ids.txt', new Set(['1', '2'])]]);
    await openGivenIds(path).save(given);
    expect(await openGivenIds(path).load()).toEqual(given);
    expect(await readFile(path, 'utf8')).toContain('"version":1');
  });

  it('that is damaged is an error', async () => {
    const path = join(await temporaryFolder(), 'given-ids.json');
    await writeFile(path, '{"sources":');
    await expect(openGivenIds(path).load()).rejects.toThrow('JSON');
  });

  it('that a newer version wrote is an error, and is not overwritten', async () => {
    const path = join(await temporaryFolder(), 'given-ids.json');
    await writeFile(path, '{"version":2,"sources":{}}');
    const file = openGivenIds(path);
    await expect(file.load()).rejects.toThrow('version');
    await file.save(new Map());
    expect(await readFile(`${path}.unreadable`, 'utf8')).toBe('{"version":2,"sources":{}}');
  });

  it('that is a pipe without a writer is an error', async () => {
    const path = join(await temporaryFolder(), 'given-ids.json');
    execFileSync('mkfifo', [path]);
    await expect(openGivenIds(path).load()).rejects.toThrow('not a file');
  });
});
