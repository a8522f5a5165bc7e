import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { marked, type Token, type Tokens } from 'marked';
import { describe, expect, it } from 'vitest';
import { pages } from './example-blocks.js';
import { root } from './root.js';

function tokensOf(page: string): Token[] {
  const found: Token[] = [];
  void marked.walkTokens(marked.lexer(readFileSync(`${root}/${page}`, 'utf8')), (token) => void found.push(token));
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

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  return tokensOf(page)
    .filter((token): token is Tokens.Heading => token.type === 'heading')
    .map(({ text }) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );
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

describe('the links of the README and the guides', () => {
  it.each(pages())('in %s point to files and headings that exist', (page) => {
    const paths = targetsOf(page).map((target) => pathInRepository(page, target));
    expect(paths.filter((path) => path !== undefined && isBroken(path))).toEqual([]);
  });

  it('stay within the repository in the README, so that they work in each copy of it', () => {
    expect(targetsOf('README.md').filter((target) => target.includes('github'))).toEqual([]);
  });
});
