import { sampleDatabase } from './sample-database.js';

/** What a processor takes to parse a record when nothing else keeps it busy, microseconds: it defines a usual one. */
const USUAL_PARSE_US = 3;

const PARSES = 20_000;

/**
 * Runs a task and gives the time that a usual processor would have taken for it, milliseconds. How slow this one is
 * just now is measured right after: two processors that share a core, and most do, take twice as long when both work.
 */
export async function processorMs(task: () => Promise<void>): Promise<number> {
  const takenMs = await processMs(task);
  const text = JSON.stringify(sampleDatabase);
  const parseMs = await processMs(async () => {
    for (let time = 0; time < PARSES; time++) JSON.parse(text);
  });
  const slowness = (parseMs * 1000) / PARSES / USUAL_PARSE_US;
  return takenMs / Math.max(1, slowness);
}

async function processMs(task: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
