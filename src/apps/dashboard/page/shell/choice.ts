import { browserStorage } from './browser-storage.js';
import { createWritable } from './writable.js';

/** A choice of the user, which this browser keeps. Styles read it from the data attribute of its name on the root element. */
function createChoice<Value extends string>(name: string, values: readonly [Value, ...Value[]]) {
  const key = `fleetglass.${name}`;
  const kept = browserStorage.getItem(key);
  const source = createWritable(values.find((value) => value === kept) ?? values[0]);
  source.subscribe((value) => (document.documentElement.dataset[name] = value));
  return Object.assign(source, {
    next(): void {
      source.set(values[(values.indexOf(source.value) + 1) % values.length] ?? values[0]);
      browserStorage.setItem(key, source.value);
    },
  });
}

/** `system` follows the settings of the operating system. */
export const theme = createChoice('theme', ['system', 'light', 'dark']);

/** Dense rows have one line each. */
export const density = createChoice('density', ['usual', 'dense']);

/** Whether keys of one character are shortcuts: speech input types such keys by mistake (WCAG 2.1.4). */
export const characterKeys = createChoice('characterKeys', ['on', 'off']);
