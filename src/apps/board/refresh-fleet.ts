import type { Fleet } from '../../core/fleet/fleet.js';
import type { Clock } from '../../core/shared/clock.js';
import { FleetError } from '../../core/shared/fleet-error.js';
import { formatCount } from '../../format/quantities.js';
import { describeFailure } from '../../format/describe-failure.js';
import { describeRefusal } from './describe-connection.js';

/** A message about the last action of the user. */
export interface Notice {
  readonly text: string;
  readonly isFailure: boolean;
}

/** Refreshes a fleet on request, and tells how it went. */
export interface FleetRefresh {
  start(): void;
  /** The message about the last refresh, for a few seconds. */
  notice(): Notice | undefined;
}

const SHOWN_MS = 8000;

/** @param onChange called when the notice changes */
export function createRefresh(fleet: Fleet, clock: Clock, onChange: () => void): FleetRefresh {
  let isRefreshing = false;
  let last: { readonly untilMs: number; readonly notice: () => Notice | undefined } | undefined;

  function tell(notice: () => Notice | undefined): void {
    last = { untilMs: clock.monotonic() + SHOWN_MS, notice };
    onChange();
  }

  /** The countdown in the message goes on. The message ends when the service answers again. */
  const refused = (): Notice | undefined => {
    const text = describeRefusal(fleet.polling.status.value, clock.now());
    return text === undefined ? undefined : { text, isFailure: true };
  };

  async function refresh(): Promise<void> {
    isRefreshing = true;
    onChange();
    const all = [fleet.databases.refreshAll(), fleet.indices.refresh()];
    const results = await Promise.allSettled<unknown>(all);
    isRefreshing = false;
    const [failure] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    if (failure instanceof FleetError && failure.code === 'disposed') return;
    if (refused() !== undefined) return tell(refused);
    const notice = failure === undefined ? refreshed(fleet) : failed(fleet, failure);
    tell(() => notice);
  }

  return {
    start() {
      if (isRefreshing) return;
      if (refused() === undefined) void refresh();
      else tell(refused);
    },
    notice() {
      if (isRefreshing) return { text: 'refreshing', isFailure: false };
      return last !== undefined && clock.monotonic() < last.untilMs ? last.notice() : undefined;
    },
  };
}

function refreshed({ databases, indices }: Fleet): Notice {
  const count = databases.tracked.value.length + indices.all.value.length;
  return { text: `refreshed ${formatCount(count)} of ${formatCount(count)}`, isFailure: false };
}

function failed({ databases }: Fleet, failure: unknown): Notice {
  const failures = databases.tracked.value.filter((id) => databases.entry(id).value.error !== undefined);
  const reason = failure instanceof FleetError ? describeFailure(failure) : String(failure);
  const [id] = failures;
  if (id === undefined) return { text: `cannot refresh the vector indices: ${reason}`, isFailure: true };
  const subject =
    failures.length === 1
      ? databases.record(id).value?.database_name || id
      : `${formatCount(failures.length)} databases`;
  return { text: `cannot refresh ${subject}: ${reason}`, isFailure: true };
}
