import type { Palette } from './palette.js';

/** The width and the styles of rendered text. */
export interface RenderOptions {
  /** Columns of the terminal. `Infinity` without a terminal. */
  readonly columns: number;
  readonly palette: Palette;
}
