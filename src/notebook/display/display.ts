import { inspectForm } from '../../core/shared/inspect-form.js';

/**
 * One display in several formats, by MIME type: `text/html` and `text/plain` always; tables also as
 * `application/vnd.dataresource+json`, plots as `application/vnd.vegalite.v5+json`. The notebook shows the best format
 * that it knows.
 */
export type MimeBundle = Readonly<Record<string, string | object>>;

/** The key of the method by which Deno's kernel gets the formats of a value. */
export const jupyterDisplay: unique symbol = Symbol.for('Jupyter.display');

/** The state at one moment, for people. As the last value of a cell, it is shown below the cell. */
export interface Display {
  /** Plain JSON. It contains no secrets, and its HTML contains no script. */
  readonly bundle: MimeBundle;
  [jupyterDisplay](): MimeBundle;
  /** The text of `text/plain`. `console.log` prints it too, in Node and Deno. */
  toString(): string;
}

/** Makes a display of a MIME bundle, which a notebook shows as the value of a cell. */
export function createDisplay(bundle: MimeBundle & { readonly 'text/plain': string }): Display {
  const toString = (): string => bundle['text/plain'];
  return { bundle, [jupyterDisplay]: () => bundle, [inspectForm]: toString, toString };
}

/** Whether a value of a user is a display, made by this or by another copy of the package. */
export function isDisplay(value: unknown): value is Display {
  const { bundle, [jupyterDisplay]: show } = (value ?? {}) as Partial<Display>;
  return typeof bundle === 'object' && bundle !== null && typeof show === 'function';
}

/** Handles the rejection of a value that may be a promise: an unhandled rejection ends a kernel and a Node process. */
export function ignoreRejection(value: unknown): void {
  void Promise.resolve(value).catch(() => {});
}
