import { Alarm } from '../../core/polling/alarm.js';
import type { Clock } from '../../core/shared/clock.js';
import type { Alert } from '../alerts/alert.js';
import type { MonitorLog } from '../log/monitor-log.js';
import { attempt, type FailedAttempt } from './attempt.js';
import type { Channel } from './channel.js';
import { healthAfterFailure, healthAfterSuccess, HEALTHY, heldUntilMs, type ChannelHealth } from './channel-health.js';

/** A call of a channel, and what follows it. Nothing follows a call that was aborted. */
export interface ChannelCall {
  run(channel: Channel, signal: AbortSignal): unknown;
  done(): void;
  /** @param heldMs how long the channel gets nothing, milliseconds */
  failed(outcome: FailedAttempt, heldMs: number): void;
}

export interface ChannelWorkerOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: MonitorLog;
  readonly onChanged: () => void;
  /** Whether this monitor delivers. `ChannelWorker.wake` has to be called when it changes. */
  readonly delivers: () => boolean;
  /** Returns the firing alerts whose rules send to a channel, oldest first. */
  readonly firing: (channel: string) => readonly Alert[];
  /** Returns the next call, or the monotonic time when there may be one; `Infinity` if time does not change that. */
  readonly next: (nowMs: number) => ChannelCall | number;
}

/**
 * Calls one channel, with one call at a time: a process that is killed has one message under way, and a repetition never
 * arrives after the event that clears its alert.
 */
export class ChannelWorker {
  readonly #options: ChannelWorkerOptions;
  readonly #alarm: Alarm;
  #channel: Channel;
  #phase: 'waiting' | 'started' | 'stopped' = 'waiting';
  #running: Promise<void> | undefined;
  /** Ends the calls of the current channel. */
  #ending = new AbortController();
  #health = HEALTHY;
  #failed = 0;
  /** When the firing alerts are due to be sent again, monotonic. */
  #repeatAtMs = 0;

  constructor(channel: Channel, options: ChannelWorkerOptions) {
    this.#channel = channel;
    this.#options = options;
    this.#alarm = new Alarm(options.clock, () => this.wake());
  }

  get channel(): Channel {
    return this.#channel;
  }

  get health(): ChannelHealth {
    return this.#health;
  }

  /** The number of calls that failed. */
  get failed(): number {
    return this.#failed;
  }

  start(): void {
    if (this.#phase === 'waiting') this.#phase = 'started';
    this.wake();
  }

  /** Begins the next call if it may begin now. */
  wake(): void {
    if (this.#phase !== 'started' || this.#running !== undefined || !this.#options.delivers()) return;
    const next = this.#next(this.#options.clock.monotonic());
    if (typeof next === 'number') this.#alarm.set(next);
    else this.#running = this.#run(next);
  }

  /** Calls another channel of the same name. A running call is aborted, and begins again. */
  replace(channel: Channel): void {
    this.#channel = channel;
    this.#health = HEALTHY;
    this.#repeatAtMs = 0;
    this.abort();
    this.#options.onChanged();
    this.wake();
  }

  /** Begins no further call. @returns a promise that resolves when the running call has ended */
  async stop(): Promise<void> {
    this.#phase = 'stopped';
    this.#alarm.set(Infinity);
    await this.#running;
  }

  abort(): void {
    const previous = this.#ending;
    this.#ending = new AbortController();
    previous.abort();
  }

  #next(nowMs: number): ChannelCall | number {
    const heldMs = heldUntilMs(this.#health);
    if (nowMs < heldMs) return heldMs;
    const next = this.#nextRepeat(nowMs) ?? this.#options.next(nowMs);
    if (typeof next !== 'number' || this.#channel.repeat === undefined) return next;
    return Math.min(next, this.#repeatAtMs);
  }

  /** Sends the firing alerts again, for a receiver that forgets them. */
  #nextRepeat(nowMs: number): ChannelCall | undefined {
    const { name, repeat, repeatMs = Infinity } = this.#channel;
    if (repeat === undefined || nowMs < this.#repeatAtMs) return undefined;
    this.#repeatAtMs = nowMs + repeatMs;
    const { firing, log } = this.#options;
    const alerts = firing(name);
    if (alerts.length === 0) return undefined;
    return {
      run: (channel, signal) => channel.repeat?.(alerts, { signal }),
      done: () => {},
      failed: ({ message }, retryMs) => log('warn', 'repeat-failed', { channel: name, error: message, retryMs }),
    };
  }

  async #run(call: ChannelCall): Promise<void> {
    const { clock, random, onChanged } = this.#options;
    const { signal } = this.#ending;
    const channel = this.#channel;
    const limits = { clock, timeoutMs: channel.timeoutMs, signal };
    const outcome = await attempt((ending) => call.run(channel, ending), limits);
    this.#running = undefined;
    if (outcome.kind === 'done') {
      this.#health = healthAfterSuccess(this.#health);
      call.done();
    }
    if (outcome.kind === 'failed' && !signal.aborted) {
      const nowMs = clock.monotonic();
      this.#failed += 1;
      this.#health = healthAfterFailure(this.#health, outcome, { nowMs, random });
      call.failed(outcome, Math.max(0, Math.round(heldUntilMs(this.#health) - nowMs)));
    }
    onChanged();
    this.wake();
  }
}
