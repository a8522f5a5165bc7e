import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether only the short form of each long check is run. */
    isQuick: boolean;
  }
}

/*
 * The long checks: `npm run prove` runs them whole, `npm run prove -- --quick` the short form of each. A long check is a
 * file `test/prove/<subject>.prove.ts`, and reads `inject('isQuick')`. Other arguments select files by their names.
 */
const isQuick = process.argv.includes('--quick');
const filters = process.argv.slice(2).filter((argument) => argument !== '--quick');
const root = fileURLToPath(new URL('../..', import.meta.url));

const vitest = await startVitest('test', filters, {
  root,
  config: false,
  watch: false,
  reporters: ['verbose'],
  include: ['test/prove/**/*.prove.ts'],
  globalSetup: ['test/support/global-setup.ts'],
  // Each check may use both cores of a small machine.
  fileParallelism: false,
  testTimeout: 600_000,
  hookTimeout: 600_000,
  provide: { isQuick },
});
await vitest.close();
