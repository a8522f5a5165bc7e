import axe from 'axe-core';

/** Lists the violations of accessibility, and texts whose contrast axe cannot tell. */
export async function problemsIn(element: HTMLElement): Promise<string[]> {
  const { violations, incomplete, passes } = await axe.run(element);
  const unclear = incomplete.filter(({ id }) => id === 'color-contrast');
  const unchecked = passes.some(({ id }) => id === 'color-contrast') ? [] : ['no contrast was checked'];
  return [
    ...unchecked,
    ...[...violations, ...unclear].flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
  ];
}
