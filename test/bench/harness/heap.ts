/** Bytes of the heap that are in use, after everything that is not was collected. */
export function heapUsed(): number {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error('node has to be started with --expose-gc');
  // What a first collection finalizes, a second one frees.
  gc();
  gc();
  return process.memoryUsage().heapUsed;
}
