import * as v from 'valibot';
import { aFunction } from '../../core/shared/option-schemas.js';
import { parseOptions } from '../options/parse-options.js';
import type { LogLevel, MonitorLog } from '../log/monitor-log.js';
import type { Severity } from '../rules/rule.js';
import { aName } from '../rules/check-members.js';
import type { Channel } from './channel.js';
import { eventBody } from './event-body.js';

/** The options of {@link logChannel}. */
export interface LogChannelOptions {
  /** @default 'log' */
  readonly name?: string | undefined;
  readonly log: MonitorLog;
}

const LEVELS: Readonly<Record<Severity, LogLevel>> = { info: 'info', warning: 'warn', critical: 'error' };

const logOptions = v.strictObject({ name: v.optional(aName, 'log'), log: aFunction<MonitorLog>() });

/**
 * Writes each event to a log: `alert-fired` and `alert-repeated` at the level of the severity, `alert-cleared` at `info`. The facts are the
 * members of `EventBody` without `version` and `type`. The log of the monitor has these events already. Use this channel to
 * write alerts to a separate log.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * const channel = logChannel({ log: (level, event, facts) => logger[level]({ event, ...facts }) });
 * ```
 */
export function logChannel(options: LogChannelOptions): Channel {
  const { name, log } = parseOptions(logOptions, options);
  return {
    name,
    deliver({ event }) {
      const { version: _, type: __, ...facts } = eventBody(event);
      return log(event.kind === 'cleared' ? 'info' : LEVELS[event.alert.severity], `alert-${event.kind}`, facts);
    },
  };
}
