import { afterAll } from 'vitest';

/** Test files share a process. A fake global that one file does not remove would break later files. */
const read = (): Record<string, unknown> => ({
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  setImmediate,
  queueMicrotask,
  Date,
  fetch,
  'performance.now': performance.now,
  'console.error': console.error,
  'process.emitWarning': process.emitWarning,
});

const before = read();

afterAll(() => {
  const after = read();
  const replaced = Object.keys(before).filter((name) => before[name] !== after[name]);
  if (replaced.length > 0) throw new Error(`This file replaces ${replaced.join(', ')} and does not restore them.`);
});
