import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { marked, type Token, type Tokens } from 'marked';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { promises } from '../prove/report/promises.js';
import { supportedVersions } from '../prove/supported-versions.js';
import { pages } from './example-blocks.js';
import { root } from './root.js';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

function tokensOf(page: string): Token[] {
  const found: Token[] = [];
  void marked.walkTokens(marked.lexer(read(page)), (token) => void found.push(token));
  return found;
}

/** The targets of all links and images of a page, also of those in HTML. */
function targetsOf(page: string): string[] {
  return tokensOf(page).flatMap((token) => {
    if (token.type === 'html')
      return [...token.raw.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, target = '']) => target);
    return token.type === 'link' || token.type === 'image' ? (token as Tokens.Link | Tokens.Image).href : [];
  });
}

/** The anchors of the headings of pages, as GitHub makes them. Many links point to one page. */
const anchors = new Map<string, readonly string[]>();

function anchorsOf(page: string): readonly string[] {
  const known = anchors.get(page);
  if (known !== undefined) return known;
  const made = tokensOf(page)
    .filter((token): token is Tokens.Heading => token.type === 'heading')
    .map(({ text }) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );
  anchors.set(page, made);
  return made;
}

/** The path from the root of the repository that a target points to; `undefined` for another site. */
function pathInRepository(from: string, target: string): string | undefined {
  if (/^[a-z]+:/.test(target)) return undefined;
  return target.startsWith('#') ? from + target : join(dirname(from), target);
}

function isBroken(path: string): boolean {
  const [page = '', anchor] = path.split('#');
  if (!existsSync(`${root}/${page}`)) return true;
  return anchor !== undefined && !anchorsOf(page).includes(anchor);
}

it.each(pages())('the links in %s point to files and headings that exist', (page) => {
  const paths = targetsOf(page).map((target) => pathInRepository(page, target));
  expect(paths.filter((path) => path !== undefined && isBroken(path))).toEqual([]);
});

it('the links in the README stay within the repository, so that they work in each copy of it', () => {
  expect(targetsOf('README.md').filter((target) => target.includes('github'))).toEqual([]);
});

const all = Object.values(promises).flat();

describe('docs/proof.md', () => {
  it('has a row for each promise, and no other row', () => {
    const rows = [...read('docs/proof.md').matchAll(/^\| (?!promise|---)(.+?) \| /gm)].map(([, promise]) => promise);
    expect(rows).toEqual(all.map(({ promise }) => promise));
  });

  it('names tests that exist', () => {
    const files = all.flatMap(({ tests }) => tests.map((source) => `test/${[source].flat()[0]}`));
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it('proves sentences that the README contains', () => {
    const readme = read('README.md').replaceAll(/\s+/g, ' ');
    const sentences = all.flatMap(({ readme: sentence }) => sentence ?? []);
    expect(sentences.filter((sentence) => !readme.includes(sentence))).toEqual([]);
  });
});

it('the table of supported versions has the ranges of package.json', () => {
  const rows = supportedVersions().filter(({ name }) => name !== 'TypeScript');
  expect(rows.length).toBeGreaterThan(7);
  const ranges: Readonly<Record<string, string>> = { ...manifest.engines, ...manifest.peerDependencies };
  expect(rows.map((row) => [row.package, row.range])).toEqual(rows.map((row) => [row.package, ranges[row.package]]));
});

it('the oldest supported version is tried', () => {
  for (const { range, tried } of supportedVersions()) {
    const oldest = range.replace(/^\D+/, '');
    expect(tried[0]).toMatch(new RegExp(`^${oldest.replaceAll('.', String.raw`\.`)}`));
  }
});
