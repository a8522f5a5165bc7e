/** Where the build has the page of the dashboard: two folders up, from the source as from the bundle. */
export const pageFolder = new URL('../../dist/dashboard/', import.meta.url);
