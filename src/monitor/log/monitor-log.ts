import { Guard } from '../../core/store/guard.js';
import type { AlertEvent } from '../alerts/alert.js';

/** The levels of a log, as pino names them. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/**
 * Receives what the monitor does, one event a call. A pino logger can be wrapped in one line:
 * `(level, event, facts) => logger[level]({ event, ...facts })`.
 *
 * @param event a fixed name, for example `alert-fired`
 * @param facts plain JSON without secrets
 */
export type MonitorLog = (level: LogLevel, event: string, facts?: Readonly<Record<string, unknown>>) => void;

/** A log that fails must not end the process. */
export function safeLog(log: MonitorLog = () => {}): MonitorLog {
  // There is no other place to log to.
  const guard = new Guard(() => {});
  return (...event) => guard.run(() => log(...event));
}

export function factsOf({ kind, alert, idempotencyKey }: AlertEvent): Record<string, unknown> {
  return { event: kind, alert: alert.key, idempotencyKey };
}
