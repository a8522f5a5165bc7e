import { createHook } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';

/** The cost of a task, in units that do not depend on the machine or its load. */
export interface Cost {
  /** Calls of functions of `src`. */
  readonly calls: number;
  /** Created promises, also of Node and of packages. */
  readonly promises: number;
  /** Allocated bytes, also of Node and of packages. */
  readonly bytes: number;
  /** Parsed characters of JSON. */
  readonly parsed: number;
}

/** Starts to count. The returned function stops, and returns the count. */
type Meter = () => Promise<() => Promise<number>>;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Runs the work once for each meter, since a meter would count the cost of the others. */
export async function costOf(work: () => Promise<void>): Promise<Cost> {
  // The first runs create everything that is created only once.
  for (let time = 0; time < 3; time++) await work();
  return {
    calls: await read(countCalls, work),
    promises: await read(countPromises, work),
    bytes: await leastOf(10, () => read(countBytes, work)),
    parsed: await read(countParsed, work),
  };
}

async function read(meter: Meter, work: () => Promise<void>): Promise<number> {
  const stop = await meter();
  await work();
  return stop();
}

/** Returns the smallest of several counts, since a table may grow during some of them. */
async function leastOf(times: number, count: () => Promise<number>): Promise<number> {
  let least = Infinity;
  for (let time = 0; time < times; time++) least = Math.min(least, await count());
  return least;
}

const session = new Session();
session.connect();
await session.post('Profiler.enable');

const countCalls: Meter = async () => {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    await session.post('Profiler.stopPreciseCoverage');
    return result
      .filter(({ url }) => url === import.meta.url)
      .flatMap(({ functions }) => functions.map(({ ranges }) => ranges[0]))
      .map((range) => (range !== undefined && isOurs(range.startOffset) ? range.count : 0))
      .reduce((sum, count) => sum + count, 0);
  };
};

/** The start of each file in the bundle. */
const files = [...readFileSync(fileURLToPath(import.meta.url), 'utf8').matchAll(/^\/\/ (\S+\.ts)$/gm)];

function isOurs(offset: number): boolean {
  return files.findLast(({ index }) => index <= offset)?.[1]?.startsWith('src/') === true;
}

const countPromises: Meter = async () => {
  let count = 0;
  const hook = createHook({ init: (_, type) => void (type === 'PROMISE' && (count += 1)) }).enable();
  return async () => {
    hook.disable();
    return count;
  };
};

/** No garbage is collected during a count: the worker's young generation is larger than any work. */
const countBytes: Meter = async () => {
  collect();
  const before = process.memoryUsage().heapUsed;
  return async () => process.memoryUsage().heapUsed - before;
};

const countParsed: Meter = async () => {
  const { parse } = JSON;
  let count = 0;
  JSON.parse = (text, reviver) => {
    count += text.length;
    return parse(text, reviver) as unknown;
  };
  return async () => {
    JSON.parse = parse;
    return count;
  };
};
