import axe from 'axe-core';

const SCHEMES = ['light', 'dark'] as const;

/** What axe finds wrong with the page as it is, in both colour schemes: rule, scheme and element. */
export async function accessibilityProblems(): Promise<string[]> {
  const problems: string[] = [];
  for (const scheme of SCHEMES) {
    document.documentElement.dataset['theme'] = scheme;
    // A colour on its way to another one is neither.
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
    const { violations, passes } = await axe.run(document.body);
    if (passes.every(({ id }) => id !== 'color-contrast')) problems.push(`no contrast was looked at (${scheme})`);
    for (const { id, nodes } of violations) problems.push(...nodes.map(({ html }) => `${id} (${scheme}): ${html}`));
  }
  return problems;
}
