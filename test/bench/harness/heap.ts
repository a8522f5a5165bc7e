/** The used bytes of the heap after a garbage collection. */
export function heapUsed(): number {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error('node has to be started with --expose-gc');
  // The second collection frees the objects that the first collection finalized.
  gc();
  gc();
  return process.memoryUsage().heapUsed;
}
