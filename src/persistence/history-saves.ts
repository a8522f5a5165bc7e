import type { Clock } from '../core/shared/clock.js';

/** Delays the saves of usage histories: they change with every report, and each is written whole. */
export interface HistorySaves {
  /** The history with this key changed. It is saved within 10 minutes. */
  changed(key: string): void;
  /** Saves all changed histories now. */
  saveAll(): void;
  /** Cancels the timer. */
  dispose(): void;
}

/** A crash loses at most the last 10 turns of a chart. */
const TURNS = 10;
const TURN_MS = 60_000;

/** @param save marks a history for the next save. */
export function createHistorySaves(clock: Clock, save: (key: string) => void): HistorySaves {
  /**
   * Each turn saves one of these sets, so that the histories of a large fleet are not written all at once. A key is
   * always in the same set.
   */
  const pending = Array.from({ length: TURNS }, () => new Set<string>());
  let turn = 0;
  let cancel: (() => void) | undefined;

  function saveSet(keys: Set<string>): void {
    for (const key of keys) save(key);
    keys.clear();
  }

  function run(): void {
    turn = (turn + 1) % TURNS;
    saveSet(pending[turn] as Set<string>);
    cancel = pending.some(({ size }) => size > 0) ? clock.schedule(run, TURN_MS) : undefined;
  }

  return {
    changed(key) {
      pending[turnOf(key)]?.add(key);
      cancel ??= clock.schedule(run, TURN_MS);
    },
    saveAll: () => pending.forEach(saveSet),
    dispose() {
      cancel?.();
    },
  };
}

function turnOf(key: string): number {
  let sum = 0;
  for (let at = 0; at < key.length; at++) sum += key.charCodeAt(at);
  return sum % TURNS;
}
