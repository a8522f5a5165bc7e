/** Which of `count` things are seen through a window of `size`: those around the selected one, from `first` to before `end`. */
export function visibleRange(count: number, size: number, selected: number): { first: number; end: number } {
  const first = Math.max(0, Math.min(selected - Math.floor(size / 2), count - size));
  return { first, end: Math.min(count, first + size) };
}
