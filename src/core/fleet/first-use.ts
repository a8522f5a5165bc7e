/** Runs tasks at the first use of a fleet: the first subscription, or the first interest in a key. */
export interface FirstUse {
  note(): void;
  /** Runs a task at the first use; at once if the fleet is in use. */
  run(task: () => void): void;
}

export function createFirstUse(): FirstUse {
  let pending: (() => void)[] | undefined = [];
  return {
    note() {
      const tasks = pending;
      pending = undefined;
      tasks?.forEach((task) => task());
    },
    run(task) {
      if (pending === undefined) task();
      else pending.push(task);
    },
  };
}
