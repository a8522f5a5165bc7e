export interface PaletteItem {
  readonly title: string;
  /** Tells items of the same title apart. */
  readonly note: string;
  readonly run: () => void;
  /** A text to copy instead. The palette stays open and says whether it was copied. */
  readonly copies?: () => string;
}

/**
 * Returns the items that contain all words of a search. Titles that begin with the search come first, then titles with
 * a word that begins with it, then the others. Equal items keep their order.
 */
export function rankItems(items: readonly PaletteItem[], search: string): readonly PaletteItem[] {
  const wanted = search.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const ranked: PaletteItem[][] = [[], [], []];
  for (const item of items) {
    const title = item.title.toLowerCase();
    const text = `${title} ${item.note.toLowerCase()}`;
    if (!words.every((word) => text.includes(word))) continue;
    const beginsWord = (): boolean => title.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted));
    const rank = title.startsWith(wanted) ? 0 : beginsWord() ? 1 : 2;
    ranked[rank]?.push(item);
  }
  return ranked.flat();
}
