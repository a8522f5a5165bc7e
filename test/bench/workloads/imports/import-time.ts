import { spawnSync } from 'node:child_process';
import { median } from '../../harness/statistics.js';

/** A module to import. */
export interface Importable {
  readonly name: string;
  /** The name of a package, or a URL. */
  readonly specifier: string;
}

const EMPTY: Importable = { name: 'nothing', specifier: 'data:text/javascript,' };

/** Measures the time that a new process needs to import each module, milliseconds, less the time of an empty module. */
export function importTimes(modules: readonly Importable[], samples: number): ReadonlyMap<string, number> {
  const times = new Map<Importable, number[]>([EMPTY, ...modules].map((module) => [module, []]));
  for (let sample = 0; sample < samples; sample++) for (const [module, found] of times) found.push(timeOf(module));
  const emptyMs = median(times.get(EMPTY) ?? []);
  return new Map(modules.map((module) => [module.name, median(times.get(module) ?? []) - emptyMs]));
}

function timeOf({ name, specifier }: Importable): number {
  const program = `
    const start = process.cpuUsage();
    await import(${JSON.stringify(specifier)});
    const { user, system } = process.cpuUsage(start);
    console.log((user + system) / 1000);
    process.exit();`;
  const env = { ...process.env, NODE_ENV: 'production' };
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { env });
  const ms = Number.parseFloat(String(stdout));
  if (Number.isNaN(ms)) throw new Error(`cannot import ${name}: ${String(stderr)}`);
  return ms;
}
