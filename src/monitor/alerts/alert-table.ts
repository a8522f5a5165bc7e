import type { Alert } from './alert.js';
import type { TargetKind } from '../rules/rule.js';
import type { AlertState } from './step-alert.js';

export type AlertTable = ReturnType<typeof createAlertTable>;

export function createAlertTable(onDeleted: (alert: Alert) => void = () => {}) {
  const states = new Map<string, AlertState>();
  // Most targets have no alert, so the keys of a target cost memory only where there is one.
  const keys: Readonly<Record<TargetKind, Map<string, readonly string[]>>> = {
    database: new Map(),
    index: new Map(),
    fleet: new Map(),
  };
  let list: readonly Alert[] | undefined;

  return {
    get: (key: string) => states.get(key),
    isFiring: (key: string) => states.get(key)?.alert.state === 'firing',
    of: (kind: TargetKind, id: string) => (keys[kind].get(id) ?? []).flatMap((key) => states.get(key) ?? []),
    has: (kind: TargetKind, id: string) => keys[kind].has(id),
    set(state: AlertState) {
      const { key, resource, id } = state.alert;
      if (!states.has(key)) keys[resource].set(id, [...(keys[resource].get(id) ?? []), key]);
      states.set(key, state);
      list = undefined;
    },
    delete(key: string) {
      const state = states.get(key);
      if (state === undefined) return;
      const { resource, id } = state.alert;
      const others = (keys[resource].get(id) ?? []).filter((other) => other !== key);
      if (others.length > 0) keys[resource].set(id, others);
      else keys[resource].delete(id);
      states.delete(key);
      list = undefined;
      onDeleted(state.alert);
    },
    values: () => states.values(),
    /** All alerts, oldest first. The same array until an alert changes. */
    get list(): readonly Alert[] {
      return (list ??= Object.freeze(
        [...states.values()].map(({ alert }) => alert).sort((one, other) => one.startedAt - other.startedAt),
      ));
    },
  };
}
