import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState, type ReactElement, type RefObject } from 'react';
import { HEADING_HEIGHT, RowsAt, type RowsProps } from './rows.js';

export type VirtualRowsProps = RowsProps & { readonly body: RefObject<HTMLElement | null> };

const OVERSCAN = 6;

/** Renders the visible rows, a few rows around them, and the row that has the tab stop. */
export function VirtualRows({ body, ...rows }: VirtualRowsProps): ReactElement {
  const { ids, headings, rowHeight, tabStop } = rows;
  const scroller = body.current?.closest<HTMLElement>('.scroller') ?? null;
  const scrollMargin = useOffset(body, scroller);
  const stopAt = ids.findIndex((id) => id === tabStop);
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => rowHeight + (headings.has(index) ? HEADING_HEIGHT : 0),
    getItemKey: (index) => ids[index] ?? index,
    overscan: OVERSCAN,
    scrollMargin,
    rangeExtractor(range) {
      const seen = defaultRangeExtractor(range);
      return seen.includes(stopAt) ? seen : [...seen, stopAt];
    },
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight, headings]);
  return <RowsAt {...rows} places={virtualizer.getVirtualItems().map(({ index }) => index)} />;
}

/** The height of the content above the rows depends on the screen. */
function useOffset(body: RefObject<HTMLElement | null>, scroller: HTMLElement | null): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    if (scroller === null) return;
    const observer = new ResizeObserver(() => {
      if (body.current === null) return;
      const top = body.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      setOffset(top + scroller.scrollTop);
    });
    for (const part of [scroller, ...scroller.children]) observer.observe(part);
    return () => observer.disconnect();
  }, [body, scroller]);
  return offset;
}
