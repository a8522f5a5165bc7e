import { execFile } from 'node:child_process';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { exampleBlocks, isRun, pages, programOf, type ExampleBlock } from './example-blocks.js';
import { sampleSeed } from '../support/sample-database.js';
import { startService } from '../support/start-service.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { root } from './root.js';

/** The address of the service in the examples. The tests replace it. */
const ADDRESS = 'http://127.0.0.1:4870';

/** The directory to which the examples write. The tests replace them. */
const WRITTEN = /'\.\/state'/g;

const service = await startService({
  credentials: { username: 'demo', password: 'demo' },
  controlToken: 'let-me-in',
  lifecycle: { creatingMs: 300, updatingMs: 200 },
  seed: { ...sampleSeed('orders'), indices: [{ name: 'products', type: 'fixed', dimension_count: 1536 }] },
});
const { baseUrl } = service;

describe('the code in the README and the guides', () => {
  beforeEach(() => service.control.reset());
  afterAll(() => service.close());

  it('in the README is one program of at most 14 lines', () => {
    const [first, ...others] = exampleBlocks('README.md').filter(isRun);
    expect(others).toEqual([]);
    expect(first?.source.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(14);
  });

  const blocks = pages().flatMap((page) => exampleBlocks(page));
  const files = blocks.filter((block): block is ProgramFile => block.file?.endsWith('.ts') === true);

  const programs = blocks.filter(isRun);

  /** Some programs start a redis-server. */
  const isRunnable = ({ source }: ExampleBlock): boolean => inject('hasRedisServer') || !source.includes("redis: 'on'");

  it.each(programs.filter(isRunnable))('runs as printed: $name', async (block) => {
    const path = JSON.stringify(join(await temporaryFolder(), 'state'));
    const source = programOf(block).replaceAll(ADDRESS, baseUrl).replaceAll(WRITTEN, path);
    const { status, stdout, stderr } = await runProgram(source, files, { FLEETGLASS_BASE_URL: baseUrl });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    if (block.output !== undefined) expect(stdout.trimEnd()).toBe(block.output);
  });
});

/** A module of TypeScript that programs import from their own folder, such as `manual-clock.ts`. */
type ProgramFile = ExampleBlock & { readonly file: string };

/**
 * Runs a program in a separate process in the root, where `fleetglass` resolves to the built package.
 *
 * @param files the files that the program imports. They do not import each other.
 */
async function runProgram(source: string, files: readonly ProgramFile[], environment: Record<string, string>) {
  const program = files.reduce((code, file) => inline(code, file), withoutTypes(source));
  const options = { cwd: root, env: { ...process.env, ...environment }, timeout: 50_000 };
  return new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(process.execPath, ['--input-type=module', '-'], options, (_, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    );
    child.stdin?.end(program);
  });
}

/** Replaces the import of a file by a data URL with its content, so that no file is written. */
function inline(code: string, { file, source }: ProgramFile): string {
  const url = `data:text/javascript;base64,${Buffer.from(withoutTypes(source)).toString('base64')}`;
  return code.replaceAll(`'./${file.replace('.ts', '.js')}'`, `'${url}'`);
}

function withoutTypes(source: string): string {
  const { ES2022 } = ts.ScriptTarget;
  return ts.transpileModule(source, {
    compilerOptions: { target: ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
  }).outputText;
}
