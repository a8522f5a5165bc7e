import { build } from 'esbuild';

/** The script of a page, with the builds of frameworks that report errors: a module with all that it imports. */
export async function pageScript(entry: string): Promise<string> {
  const define = { 'process.env.NODE_ENV': '"development"' };
  const options = { bundle: true, format: 'esm', logLevel: 'error', define, write: false } as const;
  const { outputFiles } = await build({ entryPoints: [entry], ...options });
  return outputFiles[0]?.text ?? '';
}
