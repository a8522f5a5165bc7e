/** Runs a task at the first use of a fleet: the first subscription, or the first interest in a key. */
export interface FirstUse {
  note(): void;
  run(task: () => void): void;
}

export function createFirstUse(): FirstUse {
  let pending: (() => void) | undefined;
  return {
    note() {
      const task = pending;
      pending = undefined;
      task?.();
    },
    run(task) {
      pending = task;
    },
  };
}
