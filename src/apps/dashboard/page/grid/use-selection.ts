import { useMemo, useState } from 'react';

export type Selection = ReturnType<typeof useSelection>;

interface Selected {
  readonly ids: ReadonlySet<string>;
  readonly anchor?: string | undefined;
  /** The ids before the range from the anchor. */
  readonly base: ReadonlySet<string>;
}

const NONE: Selected = { ids: new Set(), base: new Set() };

export function useSelection(shown: readonly string[]) {
  const [selected, setSelected] = useState(NONE);
  const ids = useMemo(
    () => (selected.ids.size === 0 ? selected.ids : new Set(shown.filter((id) => selected.ids.has(id)))),
    [shown, selected],
  );
  return {
    ids,
    /** Selects or deselects a row. The next range begins at this row. */
    toggle(id: string): void {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setSelected({ ids: next, base: next, anchor: id });
    },
    /** Selects the rows from the last toggled row to this one, in place of the last range. @param start where a first range begins */
    extendTo(id: string, start = id): void {
      const { anchor = start, base } = selected;
      const ends = [shown.indexOf(anchor), shown.indexOf(id)].filter((index) => index >= 0);
      const range = shown.slice(Math.min(...ends), Math.max(...ends) + 1);
      const kept = [...base].filter((each) => ids.has(each));
      setSelected({ ids: new Set([...kept, ...range]), base, anchor });
    },
    replace: (next: readonly string[]): void => setSelected({ ...NONE, ids: new Set(next) }),
  };
}
