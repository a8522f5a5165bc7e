import picocolors from 'picocolors';

/** Styles for text on one stream; without colour each gives its text back. */
export type Palette = Pick<
  ReturnType<typeof picocolors.createColors>,
  'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan'
>;

/** One style of a {@link Palette}. */
export type Style = (text: string) => string;

/** The palette for a stream. Its own rule, not picocolors': that colours pipes too when `CI` is set. */
export function createPalette(env: NodeJS.ProcessEnv, isTerminal: boolean): Palette {
  return picocolors.createColors(isColourWanted(env, isTerminal));
}

/** Colour on a terminal only; `NO_COLOR` says never, `FORCE_COLOR` says always (no-color.org, force-color.org). */
export function isColourWanted(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  const { NO_COLOR: no = '', FORCE_COLOR: force = '' } = env;
  if (no !== '' || force === '0' || force === 'false') return false;
  return force !== '' || (isTerminal && env['TERM'] !== 'dumb');
}
