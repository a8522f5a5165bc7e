import picocolors from 'picocolors';

export type Palette = Pick<
  ReturnType<typeof picocolors.createColors>,
  'bold' | 'dim' | 'inverse' | 'green' | 'yellow' | 'red' | 'cyan'
>;

export type Style = (text: string) => string;

/** Creates the palette for a stream. Does not use picocolors' detection, which colours pipes if `CI` is set. */
export function createPalette(env: NodeJS.ProcessEnv, isTerminal: boolean): Palette {
  return picocolors.createColors(isColourWanted(env, isTerminal));
}

/** Whether to use colour: on terminals, always with `FORCE_COLOR` (force-color.org), never with `NO_COLOR` (no-color.org). */
export function isColourWanted(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  const { NO_COLOR: no = '', FORCE_COLOR: force = '' } = env;
  if (no !== '' || force === '0' || force === 'false') return false;
  return force !== '' || (isTerminal && env['TERM'] !== 'dumb');
}

export interface RenderOptions {
  /** Columns of the terminal. `Infinity` without a terminal. */
  readonly columns: number;
  readonly palette: Palette;
}
