/**
 * Whether what users' functions make of a value is another thing now. Where they throw it is news too: whoever renders
 * asks them again, and throws where the framework expects it.
 */
export function isNews(compare: () => boolean): boolean {
  try {
    return compare();
  } catch {
    return true;
  }
}
