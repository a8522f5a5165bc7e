/** Where the build has the page of the dashboard: three folders up, from the source as from the bundle. */
export const pageFolder = new URL('../../../dist/dashboard/', import.meta.url);
