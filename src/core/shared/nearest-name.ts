/** Returns the name that was probably meant by a misspelt one; `undefined` if no name is similar. */
export function nearestName(misspelt: string, names: readonly string[]): string | undefined {
  // Longer texts are no misspelt names, and the comparison takes the square of their length.
  if (misspelt.length > MAX_LENGTH) return undefined;
  let nearest: string | undefined;
  let least = 1 + 0.4 * misspelt.length;
  for (const name of names) {
    const distance = distanceOf(misspelt.toLowerCase(), name.toLowerCase());
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

const MAX_LENGTH = 64;

/** The Levenshtein distance, computed row by row. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
