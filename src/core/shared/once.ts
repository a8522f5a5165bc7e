export function once(task: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    task();
  };
}
