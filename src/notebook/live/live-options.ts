import { callRules, readCallOptions } from '../../core/client/inspect-call.js';
import { hasMethods } from '../../core/shared/has-methods.js';
import { aFunction, type OptionRules } from '../../core/shared/read-options.js';
import { issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import type { Fleet } from '../../core/fleet/fleet.js';
import { kernelOf, type Kernel } from '../../core/fleet/kernel.js';
import { systemClock, type Clock } from '../../core/shared/clock.js';
import { FleetError, type FleetIssue } from '../../core/shared/fleet-error.js';
import type { Display } from '../display/display.js';

/**
 * Draws the fleet at one moment. `undefined` means that there is nothing to show yet; the last drawing stays. It is
 * called often, so it must be fast, and it must not change the fleet.
 */
export type Draw = (fleet: Fleet) => Display | undefined;

/** The options of `live`. */
export interface LiveOptions {
  /**
   * The shortest time between two drawings, milliseconds, 100 or more.
   *
   * @default 1000
   */
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

/** The checked arguments of `live`. */
export interface LiveSettings {
  readonly fleet: Fleet;
  readonly kernel: Kernel;
  readonly draw: Draw;
  readonly everyMs: number;
  readonly forMs: number;
  readonly name: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
}

const MIN_EVERY_MS = 100;

const rules = {
  everyMs: [(value) => Number.isFinite(value) && (value as number) >= MIN_EVERY_MS, 'milliseconds, 100 or more'],
  forMs: [(value) => typeof value === 'number' && value > 0, 'milliseconds, more than 0'],
  name: [(value) => typeof value === 'string' && value !== '', 'a text that is not empty'],
  clock: [hasMethods('now', 'monotonic', 'schedule'), 'a clock'],
  ...callRules,
} satisfies OptionRules;

/** @throws FleetError `invalid-request`, whose `issues` name each invalid argument */
export function readLiveOptions(fleet: Fleet, draw: Draw, options: LiveOptions | undefined): LiveSettings {
  const { given, issues } = readCallOptions(options, rules);
  const { kernel, issues: issuesOfFleet } = readFleet(fleet);
  const [isFunction, expected] = aFunction;
  refuseIssues('configure', [
    ...issuesOfFleet,
    ...issueUnless(isFunction(draw), 'draw', `expected ${expected}`),
    ...issues,
  ]);
  const { everyMs = 1000, forMs = 600_000, name, signal, clock = systemClock } = given ?? {};
  return { fleet, kernel: kernel as Kernel, draw, everyMs, forMs, name, signal, clock };
}

function readFleet(fleet: Fleet): { readonly kernel?: Kernel; readonly issues: readonly FleetIssue[] } {
  try {
    return { kernel: kernelOf(fleet, 'live'), issues: [] };
  } catch (error) {
    if (error instanceof FleetError) return { issues: error.issues ?? [] };
    throw error;
  }
}
