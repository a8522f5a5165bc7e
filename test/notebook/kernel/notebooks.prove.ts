import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasDenoKernel, startDenoKernel, type DenoKernel } from './deno-kernel.js';
import { notebookFiles, runNotebook } from './notebook-file.js';

describe.skipIf(!hasDenoKernel)('with the package of this repository, without a network', () => {
  /** One kernel for all notebooks: each takes seconds to start. */
  let kernel: DenoKernel;
  beforeAll(async () => {
    kernel = await startDenoKernel();
  });
  afterAll(() => kernel[Symbol.asyncDispose]());

  test.each(notebookFiles)('the notebook %s runs from top to bottom, with its saved outputs', (file) =>
    expect(runNotebook(kernel, file)).resolves.toBeUndefined(),
  );
});
