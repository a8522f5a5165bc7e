/** A cache of response texts. The client does not parse a text again that equals the cached text. */
export interface AnswerTexts {
  /** Returns the text cached for `key` if `record` is the object that was decoded from it. */
  recall(key: string, record: object): string | undefined;
  /** Caches a text in place of the previous text of `key`, if it fits. */
  keep(key: string, record: object, text: string): void;
  /** Removes the text of `key` and its record. */
  forget(key: string): void;
}

/** An engine uses two bytes at most for a character, and one for a character of an ASCII text. */
const BYTES_PER_CHARACTER = 2;

/**
 * Makes a cache of response texts in memory, for the option `texts` of `createManagementClient`. The texts contain
 * credentials. A full cache evicts nothing: ids are polled in turn, so each text would be evicted before its next use.
 *
 * @param limitBytes the maximum size of the texts in memory, two bytes for a character; a database has 1,600 characters
 */
export function createAnswerTexts(limitBytes: number): AnswerTexts {
  const kept = new Map<string, { record: object; text: string }>();
  let leftBytes = limitBytes;

  const forget = (key: string): void => {
    leftBytes += sizeOf(kept.get(key)?.text);
    kept.delete(key);
  };
  return {
    recall(key, record) {
      const answer = kept.get(key);
      return answer?.record === record ? answer.text : undefined;
    },
    keep(key, record, text) {
      forget(key);
      if (sizeOf(text) > leftBytes) return;
      leftBytes -= sizeOf(text);
      kept.set(key, { record, text });
    },
    forget,
  };
}

function sizeOf(text = ''): number {
  return text.length * BYTES_PER_CHARACTER;
}
