import { refreshAll, type Fleet, type Clock } from '../../index.js';
import { countOf, formatCount } from '../../format/quantities.js';

export interface Notice {
  readonly text: string;
  readonly isFailure: boolean;
}

const SHOWN_MS = 8000;

export function createRefresh(fleet: Fleet, clock: Clock, onChange: () => void) {
  let isRefreshing = false;
  let last: { readonly untilMs: number; readonly notice: Notice } | undefined;

  function show(notice: Notice): void {
    last = { untilMs: clock.monotonic() + SHOWN_MS, notice };
    onChange();
  }

  return {
    async start(): Promise<void> {
      if (isRefreshing) return;
      isRefreshing = true;
      onChange();
      const [databases, indices] = await Promise.allSettled([refreshAll(fleet), fleet.indices.refresh()]);
      isRefreshing = false;
      // The fleet was disposed.
      if (databases.status === 'rejected') return;
      const { refreshed, failed } = databases.value;
      const listed = fleet.indices.all.value.length;
      const rows = countOf(refreshed.length + failed.length + listed, 'row');
      const isListed = indices.status === 'fulfilled';
      // The row shows "missing", so this answer does not count as a failure.
      const unread = failed.filter(({ error }) => error.code !== 'not-found').length + (isListed ? 0 : listed);
      if (unread > 0) show({ text: `${formatCount(unread)} of ${rows} could not be read`, isFailure: true });
      // A list that was never read has no rows.
      else if (!isListed) show({ text: 'the vector indices could not be read', isFailure: true });
      else show({ text: `refreshed ${rows}`, isFailure: false });
    },
    show,
    notice(): Notice | undefined {
      if (isRefreshing) return { text: 'refreshing', isFailure: false };
      return last !== undefined && clock.monotonic() < last.untilMs ? last.notice : undefined;
    },
  };
}
