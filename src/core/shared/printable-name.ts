const MAX_NAME = 64;

/** Makes the name of a member safe to show: cuts it and replaces control characters. */
export function printableName(name: string): string {
  return name.slice(0, MAX_NAME).replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\ufffd');
}
