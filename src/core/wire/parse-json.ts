/** Like `JSON.parse`, but returns `undefined` for invalid JSON. The error of `JSON.parse` would quote the text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
