/** By which column a list is ordered. */
export interface Sort {
  readonly key: string;
  readonly isDescending: boolean;
}

/** Reads `name`, or `-name` for the other way round. */
export function parseSort(text: string | undefined, fallback: string): Sort {
  const given = text || fallback;
  return given.startsWith('-') ? { key: given.slice(1), isDescending: true } : { key: given, isDescending: false };
}

/** The order that a click on a column's heading asks for: that column; the other way round where it is so already. */
export function nextSort(now: Sort, key: string, isFirstDescending: boolean): string {
  const isDescending = now.key === key ? !now.isDescending : isFirstDescending;
  return isDescending ? `-${key}` : key;
}
