/** The sort order of a list. */
export interface Sort {
  readonly key: string;
  readonly isDescending: boolean;
}

/** Parses `name` for ascending and `-name` for descending order. */
export function parseSort(text: string | undefined, fallback: string): Sort {
  const given = text || fallback;
  return given.startsWith('-') ? { key: given.slice(1), isDescending: true } : { key: given, isDescending: false };
}

/** Returns the order after a click on a column heading: by that column, reversed if it is the current column. */
export function nextSort(now: Sort, key: string, isFirstDescending: boolean): string {
  const isDescending = now.key === key ? !now.isDescending : isFirstDescending;
  return isDescending ? `-${key}` : key;
}
