/** Makes a function that runs a task the first time it is called, and does nothing from then on. */
export function once(task: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    task();
  };
}
