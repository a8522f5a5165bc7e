import * as v from 'valibot';
import type { Clock, Fleet } from '../../index.js';
import { kernelOf, type Kernel } from '../../core/fleet/kernel.js';
import { abortSignal, milliseconds, type OptionsOf } from '../../core/shared/option-schemas.js';
import { checkOptions } from '../../core/shared/read-options.js';
import { issuesOf, issueUnless } from '../../core/shared/refuse-issues.js';
import type { Display } from '../display/display.js';
import { timeZoneOption, type TimeZoneOptions } from '../displays/display-options.js';
import { clockOption, everyMsOption } from '../history/options.js';

/**
 * Draws the fleet at one moment. `undefined` means that there is nothing to show yet; the last drawing stays. It is
 * called often, so it must be fast, and it must not change the fleet.
 */
export type Draw = (fleet: Fleet) => Display | undefined;

/** The options of `live`. */
export interface LiveOptions extends TimeZoneOptions {
  /** The shortest time between two drawings, milliseconds, 100 or more. @default 1000 */
  readonly everyMs?: number | undefined;
  /**
   * How long the display stays live, milliseconds after it is first shown. `Infinity` sets no limit.
   *
   * @default 600_000 ten minutes
   */
  readonly forMs?: number | undefined;
  /**
   * A live display ends the earlier live display of the same name. So the previous display of a cell ends when the cell
   * runs again. The default name ends a display of the same fleet only: make the fleet in another cell.
   *
   * @default In Deno's kernel the text of `draw`, separately for each fleet. In pages none.
   */
  readonly name?: string | undefined;
  /** Ends the display. @default none */
  readonly signal?: AbortSignal | undefined;
  /** @default the clock of the platform */
  readonly clock?: Clock | undefined;
}

const schema = {
  everyMs: everyMsOption(1000),
  forMs: v.optional(milliseconds, 600_000),
  name: v.optional(v.custom<string>((value) => typeof value === 'string' && value !== '', 'a text that is not empty')),
  signal: v.optional(abortSignal),
  clock: clockOption,
  timeZone: timeZoneOption,
};

export interface LiveSettings extends OptionsOf<typeof schema> {
  readonly fleet: Fleet;
  readonly kernel: Kernel;
  readonly draw: Draw;
}

/** @throws FleetError `invalid-request`, whose `issues` name each invalid argument */
export function readLiveOptions(fleet: Fleet, draw: Draw, options: LiveOptions | undefined): LiveSettings {
  const settings = checkOptions('configure', schema, options, '', [
    ...issuesOf(() => kernelOf(fleet, 'live')),
    ...issueUnless(typeof draw === 'function', 'draw', 'expected a function'),
  ]);
  return { ...settings, fleet, kernel: kernelOf(fleet, 'live'), draw };
}
