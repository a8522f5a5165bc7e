import type { Readable } from '../../../../bindings/react/index.js';
import { browserStorage } from './browser-storage.js';
import { createWritable } from './writable.js';

/** A choice of the user, which this browser keeps. The page follows it by an attribute of its root. */
export interface Choice<Value extends string> extends Readable<Value> {
  choose(value: Value): void;
  /** Chooses the value after the current one. */
  next(): void;
}

function createChoice<Value extends string>(name: string, values: readonly [Value, ...Value[]]): Choice<Value> {
  const key = `fleetglass.${name}`;
  const kept = browserStorage.getItem(key);
  const source = createWritable(values.find((value) => value === kept) ?? values[0]);
  source.subscribe((value) => (document.documentElement.dataset[name] = value));
  const choose = (value: Value): void => {
    browserStorage.setItem(key, value);
    source.set(value);
  };
  return Object.assign(source, {
    choose,
    next: () => choose(values[(values.indexOf(source.value) + 1) % values.length] ?? values[0]),
  });
}

/** `system` follows the settings of the operating system. */
export const theme = createChoice('theme', ['system', 'light', 'dark']);

/** Dense rows have one line each. */
export const density = createChoice('density', ['usual', 'dense']);

/** Whether keys of one character are shortcuts: speech input types such keys by mistake (WCAG 2.1.4). */
export const characterKeys = createChoice('characterKeys', ['on', 'off']);
