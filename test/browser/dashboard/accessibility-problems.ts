import axe from 'axe-core';

const SCHEMES = ['light', 'dark'] as const;

/** Returns the axe violations of the page in both colour schemes: rule, scheme and element. */
export async function accessibilityProblems(): Promise<string[]> {
  const problems: string[] = [];
  for (const scheme of SCHEMES) {
    document.documentElement.dataset['theme'] = scheme;
    // A colour in transition has no final contrast.
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
    const { violations, passes } = await axe.run(document.body);
    if (passes.every(({ id }) => id !== 'color-contrast')) problems.push(`no contrast was checked (${scheme})`);
    for (const { id, nodes } of violations) problems.push(...nodes.map(({ html }) => `${id} (${scheme}): ${html}`));
  }
  return problems;
}
