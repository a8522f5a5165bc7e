import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import type { Page } from 'playwright';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The accessibility problems of a page: impact, rule and element. Fails if nothing was checked. */
export async function axeViolations(page: Page, options: Axe.RunOptions = {}, selector = 'html'): Promise<string[]> {
  // `evaluate` bypasses the content security policy of the page.
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(source);
  const all: Axe.RunOptions = { resultTypes: ['violations'], ...options };
  const { violations, passes } = await page.evaluate(
    ([root, given]) => (globalThis as unknown as { axe: typeof Axe }).axe.run(root, given),
    [selector, all] as const,
  );
  if (passes.length === 0) throw new Error('axe has checked nothing');
  return violations.flatMap(({ impact, id, nodes }) => nodes.map(({ html }) => `${impact} ${id}: ${html}`));
}
