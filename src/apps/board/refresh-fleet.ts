import { refreshAll, type RefreshFailure, type Fleet, type Clock, type FleetError } from '../../index.js';
import { countOf, formatCount } from '../../format/quantities.js';
import { describeFailure } from '../../format/describe-failure.js';
import { nameOfRecord } from '../../format/record-name.js';
import { describeRefusal } from './describe-connection.js';

export interface Notice {
  readonly text: string;
  readonly isFailure: boolean;
}

const SHOWN_MS = 8000;

export function createRefresh(fleet: Fleet, clock: Clock, onChange: () => void) {
  let isRefreshing = false;
  let last: { readonly untilMs: number; readonly notice: () => Notice | undefined } | undefined;

  function show(notice: () => Notice | undefined): void {
    last = { untilMs: clock.monotonic() + SHOWN_MS, notice };
    onChange();
  }

  /** Read for each frame, so that the countdown continues, and the message ends when the service answers again. */
  const refused = (): Notice | undefined => {
    const text = describeRefusal(fleet.polling.status.value, clock.now());
    return text === undefined ? undefined : { text, isFailure: true };
  };

  async function refresh(): Promise<void> {
    isRefreshing = true;
    onChange();
    const [databases, indices] = await Promise.allSettled([refreshAll(fleet), fleet.indices.refresh()]);
    isRefreshing = false;
    // The fleet was disposed.
    if (databases.status === 'rejected') return;
    if (refused() !== undefined) return show(refused);
    const notice =
      describeFailures(fleet, databases.value.failed) ??
      (indices.status === 'rejected'
        ? cannotRefresh('the vector indices', indices.reason as FleetError)
        : refreshed(fleet));
    show(() => notice);
  }

  return {
    start(): void {
      if (isRefreshing) return;
      if (refused() === undefined) void refresh();
      else show(refused);
    },
    show: (notice: Notice): void => show(() => notice),
    notice(): Notice | undefined {
      if (isRefreshing) return { text: 'refreshing', isFailure: false };
      return last !== undefined && clock.monotonic() < last.untilMs ? last.notice() : undefined;
    },
  };
}

function refreshed({ databases, indices }: Fleet): Notice {
  const count = databases.tracked.value.length + indices.all.value.length;
  return { text: `refreshed ${countOf(count, 'row')}`, isFailure: false };
}

function describeFailures({ databases }: Fleet, all: readonly RefreshFailure[]): Notice | undefined {
  // The row shows "missing", so this answer does not count as a failure.
  const [first, ...others] = all.filter(({ error }) => error.code !== 'not-found');
  if (first === undefined) return undefined;
  const name = nameOfRecord(databases.record(first.id).value) ?? first.id;
  return cannotRefresh(others.length === 0 ? name : `${formatCount(others.length + 1)} databases`, first.error);
}

function cannotRefresh(subject: string, failure: FleetError): Notice {
  return { text: `cannot refresh ${subject}: ${describeFailure(failure)}`, isFailure: true };
}
