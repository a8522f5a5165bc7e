import type { TargetKind } from '../rules/rule.js';
import type { Alert } from './alert.js';
import type { AlertState } from './step-alert.js';

export type AlertTable = ReturnType<typeof createAlertTable>;

export function createAlertTable(onDeleted: (alert: Alert) => void = () => {}) {
  const states = new Map<string, AlertState>();
  // Most targets have no alert, so the keys of a target cost memory only where there is one.
  const keys = new Map<string, readonly string[]>();
  let list: readonly Alert[] | undefined;

  return {
    get: (key: string) => states.get(key),
    isFiring: (key: string) => states.get(key)?.alert.state === 'firing',
    of: (kind: TargetKind, id: string) => (keys.get(`${kind}/${id}`) ?? []).flatMap((key) => states.get(key) ?? []),
    has: (kind: TargetKind, id: string) => keys.has(`${kind}/${id}`),
    set(state: AlertState) {
      const { key, resource, id } = state.alert;
      const target = `${resource}/${id}`;
      if (!states.has(key)) keys.set(target, [...(keys.get(target) ?? []), key]);
      states.set(key, state);
      list = undefined;
    },
    delete(key: string) {
      const state = states.get(key);
      if (state === undefined) return;
      const target = `${state.alert.resource}/${state.alert.id}`;
      const others = (keys.get(target) ?? []).filter((other) => other !== key);
      if (others.length > 0) keys.set(target, others);
      else keys.delete(target);
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
