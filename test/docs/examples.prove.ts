import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { exampleBlocks, isRun, pages, programOf, type ExampleBlock } from './example-blocks.js';
import { sampleSeed } from '../support/sample-database.js';
import { startService } from '../support/start-service.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { runProgram } from './run-program.js';

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
  const files = blocks.filter(
    (block): block is ExampleBlock & { file: string } => block.file?.endsWith('.ts') === true,
  );

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
