import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const configFile = fileURLToPath(new URL('dashboard.config.ts', import.meta.url));

/** Builds the page of the dashboard into a folder. Returns its modules by their paths from the root. */
export async function buildDashboard(outDir: string): Promise<string[]> {
  // React contains a second copy for development. Only this setting, not an option of Vite, selects the copy.
  process.env['NODE_ENV'] = 'production';
  const { output } = (await build({
    configFile,
    build: { outDir, emptyOutDir: true, reportCompressedSize: false },
    logLevel: 'warn',
  })) as Rolldown.RolldownOutput;
  return output.flatMap((file) =>
    file.type === 'chunk' ? file.moduleIds.map((path) => relative(root, path.replace(/^\0/, ''))) : [],
  );
}
