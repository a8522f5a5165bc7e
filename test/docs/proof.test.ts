import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { promises } from '../prove/report/promises.js';
import { root } from './root.js';

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const all = Object.values(promises).flat();

describe('docs/proof.md', () => {
  it('has a row for each promise, and no other one', () => {
    const rows = [...textOf('docs/proof.md').matchAll(/^\| (?!promise|---)(.+?) \| /gm)].map(([, promise]) => promise);
    expect(rows).toEqual(all.map(({ promise }) => promise));
  });

  it('names tests that exist', () => {
    const files = all.flatMap(({ tests }) => tests.map((source) => `test/${[source].flat()[0]}`));
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it('proves sentences that the README contains', () => {
    const readme = textOf('README.md').replaceAll(/\s+/g, ' ');
    const sentences = all.flatMap(({ readme: sentence }) => sentence ?? []);
    expect(sentences.filter((sentence) => !readme.includes(sentence))).toEqual([]);
  });
});
