import type { TestProject } from 'vitest/node';
import { ensureChromium } from './chromium-launch.js';
import { debianPython, ensureProgram } from './ensure-program.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Why tests are skipped, such as `prometheus is not installed`. */
    missingPrograms: readonly string[] | undefined;
    hasRedisServer: boolean;
    /** Whether tests can open pseudo terminals: python3 does it for them. */
    hasTerminal: boolean;
    hasAlertmanager: boolean;
    /** Whether tests can run a real Prometheus and its promtool. */
    hasPrometheus: boolean;
    /** Whether tests can run notebooks: Debian's python3 has the client of Jupyter's kernels. */
    hasJupyterClient: boolean;
    /** Whether tests can read files with pandas: Debian's python3 has it. */
    hasPandas: boolean;
    hasChromium: boolean;
  }
}

/** Runs once, before all tests. */
export async function setup({ provide }: TestProject): Promise<void> {
  const missing: string[] = [];
  const ensure = async (debianPackage: string, ensuring = ensureProgram(debianPackage)): Promise<boolean> => {
    const isThere = await ensuring;
    if (!isThere) missing.push(`${debianPackage} is not installed and could not be`);
    return isThere;
  };
  const ensureModule = (name: string, debianPackage: string): Promise<boolean> => {
    // Finds the module without loading it: pandas takes a second to load.
    const probe = ['-c', `import importlib.util; assert importlib.util.find_spec('${name}')`];
    return ensure(debianPackage, ensureProgram(debianPython, debianPackage, probe));
  };
  const found = {
    hasRedisServer: ensure('redis-server'),
    hasTerminal: ensure('python3'),
    hasPrometheus: ensure('prometheus'),
    hasAlertmanager: ensure('prometheus-alertmanager'),
    hasJupyterClient: ensureModule('jupyter_client', 'python3-jupyter-client'),
    hasPandas: ensureModule('pandas', 'python3-pandas'),
    hasChromium: ensure('chromium', ensureChromium()),
  };
  for (const [name, isThere] of Object.entries(found)) provide(name as keyof typeof found, await isThere);
  provide('missingPrograms', missing);
  // In CI, fail early. Otherwise the last line of the run says how many tests are skipped, and why.
  if (missing.length > 0 && process.env['CI'] !== undefined) throw new Error(missing.join(', '));
}
