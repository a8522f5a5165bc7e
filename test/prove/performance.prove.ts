import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownRatios } from '../bench/figures.js';
import { root } from '../docs/root.js';

/** How far a ratio may be from the documented one: a virtual machine varies by that much. */
const TOLERANCE = 0.25;

test('the whole bench measures the ratios that docs/internals/performance.md documents, within 25 %', async () => {
  const page = await readFile(join(root, 'docs/internals/performance.md'), 'utf8');
  const { stdout, status } = spawnSync('npm', ['run', '--silent', 'bench'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  expect(status).toBe(0);
  const measured = new Map(ownRatios(stdout).map(({ where, ratio }) => [where, ratio]));
  const documented = ownRatios(page);
  expect(documented.length).toBeGreaterThan(50);
  const departures = documented.flatMap(({ where, ratio }) => {
    const now = measured.get(where);
    const isNear = now !== undefined && Math.abs(now - ratio) <= TOLERANCE * ratio;
    return isNear ? [] : [`${where}: documented ${ratio}, measured ${now ?? 'nothing'}`];
  });
  expect(departures).toEqual([]);
}, 3_600_000);
