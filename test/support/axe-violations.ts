import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import type { Page } from 'playwright';

const path = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** The accessibility problems of a page: impact, rule and element. Fails if nothing was checked. */
export async function axeViolations(page: Page, options: Axe.RunOptions = {}, selector = 'html'): Promise<string[]> {
  await page.addScriptTag({ path });
  const { violations, passes } = await page.evaluate(
    ([root, given]) => (globalThis as unknown as { axe: typeof Axe }).axe.run(root, given),
    [selector, options] as const,
  );
  if (passes.length === 0) throw new Error('axe has checked nothing');
  return violations.flatMap(({ impact, id, nodes }) => nodes.map(({ html }) => `${impact} ${id}: ${html}`));
}
