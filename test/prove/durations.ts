import type { Reporter } from 'vitest/node';

/** Says which check runs, and how long each took. */
export function createDurations(): Reporter & { print(): void } {
  const startedAt = new Map<string, number>();
  const seconds: Record<string, number> = {};
  return {
    onTestModuleStart({ moduleId, relativeModuleId }) {
      startedAt.set(moduleId, performance.now());
      console.log(`\nRunning ${relativeModuleId}`);
    },
    onTestModuleEnd({ moduleId, relativeModuleId }) {
      const tookMs = performance.now() - (startedAt.get(moduleId) ?? performance.now());
      seconds[relativeModuleId] = Math.round(tookMs / 1000);
      console.log(`${relativeModuleId} took ${seconds[relativeModuleId]} s`);
    },
    print() {
      console.table(Object.fromEntries(Object.entries(seconds).map(([check, took]) => [check, { seconds: took }])));
    },
  };
}
