import * as v from 'valibot';
import { aFunction, finite } from '../../core/shared/option-schemas.js';
import { parseOptions } from '../options/parse-options.js';
import { attempt, TIMEOUT_MS } from '../channels/attempt.js';
import {
  headersWith,
  httpChannelEntries,
  inspectEndpoint,
  request,
  type HttpChannelOptions,
} from '../channels/http-channel.js';
import { safeLog, type MonitorLog } from '../log/monitor-log.js';
import type { MonitorHealth } from '../server/health.js';
import { checkMembers } from '../rules/check-members.js';

/** The options of {@link startHeartbeat}. */
export interface HeartbeatOptions extends HttpChannelOptions {
  /** @default 'GET' */
  readonly method?: 'GET' | 'POST' | undefined;
  /** The interval, milliseconds, at least 1000. A request ends before the next one begins. @default 60000 */
  readonly everyMs?: number | undefined;
  /** Further headers, for example `authorization`. @default {} */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Gets `heartbeat-sent`, `heartbeat-withheld` or `heartbeat-failed` when the outcome changes. @default nothing is logged */
  readonly log?: MonitorLog | undefined;
}

const heartbeatOptions = v.pipe(
  v.strictObject({
    ...httpChannelEntries,
    method: v.optional(v.picklist(['GET', 'POST'], 'GET or POST'), 'GET'),
    everyMs: v.optional(
      finite('milliseconds, 1000 to 86400000', (every) => every >= 1000 && every <= 86_400_000),
      60_000,
    ),
    headers: v.optional(headersWith()),
    log: v.optional(aFunction<MonitorLog>()),
  }),
  checkMembers((given) => inspectEndpoint(given)),
);

/** @throws FleetError `invalid-request`, whose `issues` name each invalid option */
export function parseHeartbeatOptions(options: HeartbeatOptions) {
  return parseOptions(heartbeatOptions, options);
}

/** The first request is sent soon, so that an operator sees that the address works. */
const FIRST_MS = 10_000;

/**
 * Sends a request to a service such as Healthchecks or Uptime Kuma at each interval while the monitor works. It works if
 * it evaluates its rules, the polling works, alerts are saved, and no alert waits for a channel that fails. When the
 * requests stop, that service tells people that the monitor is dead.
 *
 * @returns a function that ends the requests
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * const stop = startHeartbeat(monitor, { name: 'watchdog', url: 'https://hc-ping.com/your-uuid' });
 * ```
 */
export function startHeartbeat(monitor: { health(): MonitorHealth }, options: HeartbeatOptions): () => void {
  const given = parseHeartbeatOptions(options);
  const { name, url, method, everyMs, headers = {}, timeoutMs = TIMEOUT_MS, fetch, clock } = given;
  const log = safeLog(given.log);
  const ending = new AbortController();
  let cancel = clock.schedule(beat, Math.min(everyMs, FIRST_MS));
  let last: string | undefined;

  function logChange(...line: Parameters<MonitorLog>): void {
    const text = JSON.stringify(line);
    if (text !== last && !ending.signal.aborted) log(...line);
    last = text;
  }

  function beat(): void {
    const { unready: reasons } = monitor.health();
    // The deadline of this request is scheduled before the next beat, so that it comes first.
    if (reasons.length === 0) send();
    cancel = clock.schedule(beat, everyMs);
    if (reasons.length > 0) logChange('warn', 'heartbeat-withheld', { heartbeat: name, reasons });
  }

  function send(): void {
    const work = (signal: AbortSignal) => request(url, { method, headers, signal }, { fetch, clock });
    void attempt(work, { clock, timeoutMs: Math.min(timeoutMs, everyMs), signal: ending.signal }).then((outcome) => {
      if (outcome.kind === 'done') logChange('info', 'heartbeat-sent', { heartbeat: name });
      if (outcome.kind === 'failed') logChange('warn', 'heartbeat-failed', { heartbeat: name, error: outcome.message });
    });
  }

  return () => {
    cancel();
    ending.abort();
  };
}
