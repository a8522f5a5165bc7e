import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** A program, and the packages that its bundle leaves out. */
export interface Program {
  /** The source of an ES module in the root of the project. */
  readonly source: string;
  /** `packages` leaves out everything that is not in this project. */
  readonly external: 'packages' | readonly string[];
  readonly platform: 'browser' | 'node';
}

export interface Bytes {
  readonly minified: number;
  readonly gzipped: number;
}

/** Bundles a program, minified for production. */
export async function bundle({ source, external, platform }: Program): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform,
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    ...(external === 'packages' ? { packages: 'external' as const } : { external: [...external] }),
    banner: { js: platform === 'node' ? REQUIRE : '' },
    legalComments: 'none',
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

export async function bundledSize(program: Program): Promise<Bytes> {
  const text = await bundle(program);
  return { minified: Buffer.byteLength(text), gzipped: gzipSync(text, { level: 9 }).byteLength };
}

/** Bundled CommonJS packages load Node's modules with `require`, which ES modules do not have. */
const REQUIRE = "import{createRequire}from'node:module';const require=createRequire(import.meta.url);";
