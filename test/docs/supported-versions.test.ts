import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { supportedVersions } from '../prove/supported-versions.js';
import { root } from './root.js';

interface Manifest {
  readonly engines: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const { engines, peerDependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as Manifest;

it('the table of supported versions has the ranges of package.json', () => {
  const rows = supportedVersions().filter(({ name }) => name !== 'TypeScript');
  expect(rows.length).toBeGreaterThan(7);
  const ranges = { ...engines, ...peerDependencies };
  expect(rows.map((row) => [row.package, row.range])).toEqual(rows.map((row) => [row.package, ranges[row.package]]));
});

it('the oldest supported version is tried', () => {
  for (const { range, tried } of supportedVersions()) {
    const oldest = range.replace(/^\D+/, '');
    expect(tried[0]).toMatch(new RegExp(`^${oldest.replaceAll('.', String.raw`\.`)}`));
  }
});
