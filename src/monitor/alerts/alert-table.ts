import type { TargetKind } from '../rules/rule.js';
import type { Alert } from './alert.js';
import { ALERT_PREFIX } from './alert-texts.js';
import type { AlertState } from './step-alert.js';

export type AlertTable = ReturnType<typeof createAlertTable>;

/** @param write stores the text of an alert under a key; deletes the key if the text is `undefined` */
export function createAlertTable(
  write: (key: string, text: string | undefined) => void = () => {},
  onDeleted: (alert: Alert) => void = () => {},
) {
  const states = new Map<string, AlertState>();
  // The keys of the alerts of a target. Most targets have no alert, and no entry here.
  const keys = new Map<string, readonly string[]>();
  let list: readonly Alert[] | undefined;

  return {
    get: (key: string) => states.get(key),
    isFiring: (key: string) => states.get(key)?.alert.state === 'firing',
    of: (kind: TargetKind, id: string) => (keys.get(`${kind}/${id}`) ?? []).flatMap((key) => states.get(key) ?? []),
    has: (kind: TargetKind, id: string) => keys.has(`${kind}/${id}`),
    set(state: AlertState, isWorthSaving = true) {
      const { key, resource, id } = state.alert;
      const target = `${resource}/${id}`;
      if (!states.has(key)) keys.set(target, [...(keys.get(target) ?? []), key]);
      states.set(key, state);
      list = undefined;
      if (isWorthSaving) write(ALERT_PREFIX + key, JSON.stringify(state));
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
      write(ALERT_PREFIX + key, undefined);
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
