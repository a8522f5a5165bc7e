import { jupyterDisplay, type Display } from '../display/display.js';

/** Whether a value of a user is a display, of this copy of the package or of another one. */
export function isDisplay(value: unknown): value is Display {
  const { bundle, [jupyterDisplay]: show } = (value ?? {}) as Partial<Display>;
  return typeof bundle === 'object' && bundle !== null && typeof show === 'function';
}
