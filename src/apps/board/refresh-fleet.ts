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
      const unlisted = indices.status === 'rejected' ? listed : 0;
      // The row shows "missing", so this answer does not count as a failure.
      const unread = failed.filter(({ error }) => error.code !== 'not-found').length + unlisted;
      const text = unread === 0 ? `refreshed ${rows}` : `${formatCount(unread)} of ${rows} could not be read`;
      show({ text, isFailure: unread > 0 });
    },
    show,
    notice(): Notice | undefined {
      if (isRefreshing) return { text: 'refreshing', isFailure: false };
      return last !== undefined && clock.monotonic() < last.untilMs ? last.notice : undefined;
    },
  };
}
