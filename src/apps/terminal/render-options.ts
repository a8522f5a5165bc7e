import type { Palette } from './palette.js';

/** Where text for people is shown, and how. */
export interface RenderOptions {
  /** Columns of the terminal; `Infinity` where there is none. */
  readonly columns: number;
  readonly palette: Palette;
}
