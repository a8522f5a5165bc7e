/** Returns a function that runs tasks one after another, in the order of its calls, even after a task that fails. */
export function createSequence(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  };
}
