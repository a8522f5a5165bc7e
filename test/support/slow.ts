/**
 * The options of a test that takes longer than 150 ms, in a file whose tests `npm run prove -- mutation` runs for each
 * mutant. That run leaves them out.
 */
export const slow = { tags: 'slow' } as const;

export const slowTag = { name: slow.tags, description: 'Takes too long to run for each mutant.' };
