/** A JSON object, as `JSON.parse` returns it. */
export type JsonObject = Record<string, unknown>;

/** Whether `value` is a JSON object: not null, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
