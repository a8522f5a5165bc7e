const MAX_NAME = 64;

/** The name of a member as it can be shown: it may be of any length, and hold anything. */
export function printableName(name: string): string {
  return name.slice(0, MAX_NAME).replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\ufffd');
}
