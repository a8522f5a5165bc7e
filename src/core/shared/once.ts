/** Returns a function that runs a task at its first call and does nothing at later calls. */
export function once(task: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    task();
  };
}
