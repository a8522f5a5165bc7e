import type { EngineLoss } from './engine.js';

/** Passes losses that an engine finds after the opening to the fleet that uses the store. */
export interface LateLosses {
  readonly add: (loss: EngineLoss) => void;
  /** Calls `listener` with all losses so far, and with later ones. @returns a function that ends this */
  readonly listen: (listener: (loss: EngineLoss) => void) => () => void;
}

export function createLateLosses(): LateLosses {
  const losses: EngineLoss[] = [];
  const listeners = new Set<(loss: EngineLoss) => void>();
  return {
    add(loss) {
      losses.push(loss);
      for (const listener of listeners) listener(loss);
    },
    listen(listener) {
      losses.forEach(listener);
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
