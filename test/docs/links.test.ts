import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { marked, type Token, type Tokens } from 'marked';
import { expect, it } from 'vitest';
import { pages } from './example-blocks.js';
import { root } from './root.js';

function tokensOf(page: string): Token[] {
  const found: Token[] = [];
  void marked.walkTokens(marked.lexer(readFileSync(`${root}/${page}`, 'utf8')), (token) => void found.push(token));
  return found;
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

function leadsNowhere(from: string, href: string): boolean {
  const [path = '', anchor] = href.split('#');
  const page = path === '' ? from : join(dirname(from), path);
  if (!existsSync(`${root}/${page}`)) return true;
  return anchor !== undefined && !anchorsOf(page).includes(anchor);
}

it.each(pages())('every link of %s within the package leads somewhere', (page) => {
  const links = tokensOf(page).filter((token): token is Tokens.Link => token.type === 'link');
  const inside = links.map(({ href }) => href).filter((href) => !/^[a-z]+:/.test(href));
  expect(inside.filter((href) => leadsNowhere(page, href))).toEqual([]);
});
