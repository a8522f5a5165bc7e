import { invalidRequest } from '../../core/shared/refuse-issues.js';
import { deepEqual } from '../../core/shared/deep-equal.js';
import { detailOf, type FleetError } from '../../core/shared/fleet-error.js';
import type { Display } from '../display/display.js';
import { ignoreRejection } from '../display/ignore-rejection.js';
import { isDisplay } from './is-display.js';
import type { LiveSettings } from './live-options.js';

/** The result of an attempt to draw. */
export interface Drawing {
  /** The last drawing that succeeded. It keeps its reference while the drawings are equal. */
  readonly display: Display | undefined;
  /** Why the last attempt failed. */
  readonly problem: string | undefined;
}

/** Draws the fleet. A drawing that fails leaves the last one in place. */
export function attemptDrawing({ draw, fleet }: Pick<LiveSettings, 'draw' | 'fleet'>, last: Drawing): Drawing {
  try {
    const display = drawOnce({ draw, fleet });
    if (display === undefined) return { display: last.display, problem: undefined };
    const isSame = last.display !== undefined && deepEqual(display.bundle, last.display.bundle);
    return { display: isSame ? last.display : display, problem: undefined };
  } catch (error) {
    return { display: last.display, problem: describe(error) };
  }
}

/** @throws FleetError `invalid-request` if `draw` returns anything else than a display; any error that `draw` throws */
export function drawOnce({ draw, fleet }: Pick<LiveSettings, 'draw' | 'fleet'>): Display | undefined {
  const drawn: unknown = draw(fleet);
  if (drawn === undefined || isDisplay(drawn)) return drawn;
  ignoreRejection(drawn);
  throw invalidRequest('configure', [{ path: 'draw', message: EXPECTED }]);
}

const EXPECTED = 'expected a function that returns a display, such as showFleet returns, and no promise of a display';

/** The messages of other errors may contain anything, secrets included. */
function describe(error: unknown): string {
  if (isFleetError(error)) return `The drawing failed: ${detailOf(error)}.`;
  const name = error instanceof Error ? error.name : 'an error';
  return `The drawing failed with ${name}. Call the function in a cell to see the error.`;
}

/** By its name, since the function may use another copy of this package. */
function isFleetError(error: unknown): error is FleetError {
  return error instanceof Error && error.name === 'FleetError';
}
