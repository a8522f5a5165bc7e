import { useMemo, useState } from 'react';

/** The rows that the user has selected, to do something with all of them. */
export interface Selection {
  /** The selected rows that are shown. */
  readonly ids: ReadonlySet<string>;
  /** Selects a row, or leaves it out. It is the row where the next range begins. */
  toggle(id: string): void;
  /** Selects the rows from the last one, or from `start`, to this one, in place of the last range. */
  extendTo(id: string, start?: string): void;
  /** Selects these rows, and no others. */
  replace(ids: readonly string[]): void;
}

interface Selected {
  readonly ids: ReadonlySet<string>;
  readonly anchor?: string | undefined;
  /** The ids before the range from the anchor. */
  readonly base: ReadonlySet<string>;
}

const NONE: Selected = { ids: new Set(), base: new Set() };

export function useSelection(shown: readonly string[]): Selection {
  const [selected, setSelected] = useState(NONE);
  const ids = useMemo(
    () => (selected.ids.size === 0 ? selected.ids : new Set(shown.filter((id) => selected.ids.has(id)))),
    [shown, selected],
  );
  return {
    ids,
    toggle(id) {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setSelected({ ids: next, base: next, anchor: id });
    },
    extendTo(id, start = id) {
      const { anchor = start, base } = selected;
      setSelected({
        ids: new Set([...base].filter((each) => ids.has(each)).concat(rangeOf(shown, anchor, id))),
        base,
        anchor,
      });
    },
    replace: (next) => setSelected({ ...NONE, ids: new Set(next) }),
  };
}

function rangeOf(ids: readonly string[], from: string, to: string): readonly string[] {
  const ends = [ids.indexOf(from), ids.indexOf(to)].filter((at) => at >= 0);
  return ids.slice(Math.min(...ends), Math.max(...ends) + 1);
}
