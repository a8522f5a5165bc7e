import { spawn, type ChildProcess } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { execute } from './execute.js';

/** Programs of the package of redis-server. */
const [CLI, BENCHMARK] = ['redis-cli', 'redis-benchmark'];

/** The fields that redis-cli prints for INFO. It is a client of the server meanwhile. */
export async function infoOfCli(port: number, password?: string): Promise<ReadonlyMap<string, string>> {
  const env = { ...process.env, REDISCLI_AUTH: password };
  const { stdout } = await execute(CLI, ['-p', String(port), 'INFO'], { env });
  return new Map(stdout.split(/\r?\n/).map((line) => line.split(':', 2) as [string, string]));
}

/** Keeps a server busy until the test ends. */
export function startBenchmark(port: number, password: string, settings: readonly string[]): ChildProcess {
  const load = ['-p', String(port), '-a', password, '-q', '-l', '-t', 'set,get', ...settings];
  const benchmark = spawn(BENCHMARK, load, { stdio: 'ignore' });
  onTestFinished(() => void benchmark.kill());
  return benchmark;
}
