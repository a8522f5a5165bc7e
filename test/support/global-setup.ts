import type { TestProject } from 'vitest/node';
import { chromiumLaunch } from './chromium-launch.js';
import { debianPython, ensureProgram } from './ensure-program.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether tests can run real redis-servers. */
    hasRedisServer: boolean;
    /** Whether tests can open pseudo terminals: python3 does it for them. */
    hasTerminal: boolean;
    /** Whether tests can run a real Alertmanager, with amtool. */
    hasAlertmanager: boolean;
    /** Whether tests can run a real Prometheus and its promtool. */
    hasPrometheus: boolean;
    /** Whether tests can run notebooks: Debian's python3 has the client of Jupyter's kernels. */
    hasJupyterClient: boolean;
    /** Whether tests can read files with pandas: Debian's python3 has it. */
    hasPandas: boolean;
    /** Whether tests can open pages. */
    hasChromium: boolean;
  }
}

/** Runs once, before all tests. */
export async function setup({ provide }: TestProject): Promise<void> {
  // In sequence, because apt-get has one lock.
  provide('hasRedisServer', await ensureOrSkip('redis-server', 'a real redis-server'));
  provide('hasTerminal', await ensureOrSkip('python3', 'a terminal'));
  provide('hasPrometheus', await ensureOrSkip('prometheus', 'a real Prometheus'));
  provide('hasAlertmanager', await ensureOrSkip('prometheus-alertmanager', 'a real Alertmanager'));
  const jupyter = ['python3-jupyter-client', ['-c', 'import jupyter_client']] as const;
  provide('hasJupyterClient', await ensureOrSkip(debianPython, 'a Jupyter kernel', ...jupyter));
  const pandas = ['python3-pandas', ['-c', 'import pandas']] as const;
  provide('hasPandas', await ensureOrSkip(debianPython, 'pandas', ...pandas));
  provide('hasChromium', await ensureOrSkip(chromiumLaunch.executablePath, 'a page', 'chromium'));
}

/** Prints a line for skipped tests, and fails in CI. */
async function ensureOrSkip(
  program: string,
  what: string,
  debianPackage?: string,
  probe?: readonly string[],
): Promise<boolean> {
  const isThere = await ensureProgram(program, debianPackage, probe);
  const message = `${debianPackage ?? program} is not installed and could not be: the tests that need ${what} cannot run`;
  if (!isThere && process.env['CI'] !== undefined) throw new Error(message);
  if (!isThere) console.warn(`${message}, and are skipped.`);
  return isThere;
}
