import type { Clock, Fleet } from '../../index.js';
import { kernelOf } from '../../core/fleet/kernel.js';

/** How a replay used the gate, through which each request goes. */
export interface GateUse {
  /** The requests per second that the gate allows. */
  readonly perSecond: number;
  /** The requests that were sent, as a share of those that the gate allows. */
  readonly share: number;
  /**
   * The most requests per second that the cadence asked for, without retries. If the gate allows fewer, polls were later
   * than the cadence says. Read once a minute.
   */
  readonly askedPerSecond: number;
  /** How long all requests waited after a 429, milliseconds. */
  readonly heldMs: number;
  /** How long polling stopped because the service did not answer, milliseconds. */
  readonly stoppedMs: number;
}

const SAMPLE_MS = 60_000;

/** Reads once a minute which rate the cadence asks for. A subscription to the status would run four times a second. */
export function createGateWatch(fleet: Fleet, clock: Clock) {
  const { polling } = fleet;
  const { scheduler } = kernelOf(fleet, 'replay').effects;
  let askedPerSecond = 0;
  let heldMs = 0;
  let heldUntil = -Infinity;
  let stoppedMs = 0;
  let stoppedAt: number | undefined;

  function sample(): void {
    askedPerSecond = Math.max(askedPerSecond, scheduler.askedPerSecond);
    clock.schedule(sample, SAMPLE_MS);
  }

  function endStop(): void {
    if (stoppedAt !== undefined) stoppedMs += clock.now() - stoppedAt;
    stoppedAt = undefined;
  }

  clock.schedule(sample, SAMPLE_MS);

  return {
    failed() {
      const { state, until = 0 } = polling.status.value;
      if (state === 'stopped') stoppedAt ??= clock.now();
      if (state !== 'held') return;
      heldMs += Math.max(0, until - Math.max(heldUntil, clock.now()));
      heldUntil = Math.max(heldUntil, until);
    },
    answered: endStop,
    read() {
      endStop();
      const unheldMs = Math.max(0, heldUntil - clock.now());
      const asked = Math.max(askedPerSecond, scheduler.askedPerSecond);
      return { askedPerSecond: asked, heldMs: heldMs - unheldMs, stoppedMs };
    },
  };
}
