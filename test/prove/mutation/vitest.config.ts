import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification, type TestUserConfig } from 'vitest/node';
import { slowTag } from '../../support/slow.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The small files hold the tests of one module. One that fails ends the run of a mutant. */
class SmallFilesFirst extends BaseSequencer {
  override sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sizeOf = ({ moduleId }: TestSpecification): number => statSync(moduleId).size;
    return Promise.resolve(specifications.toSorted((one, other) => sizeOf(one) - sizeOf(other)));
  }
}

const test: TestUserConfig = {
  include: ['core', 'monitor', 'notebook'].map((folder) => `test/${folder}/**/*.test.ts`),
  isolate: false,
  setupFiles: ['test/prove/mutation/fixed-seed.ts'],
  sequence: { sequencer: SmallFilesFirst },
  tags: [slowTag],
  tagsFilter: [`!${slowTag.name}`],
  testTimeout: 60_000,
};

/** Runs tests for each mutant, in one process and without the programs that other tests need. */
export default defineConfig({ root, test });
