/** The texts of the last answers: one that comes again need not be parsed again. */
export interface AnswerTexts {
  /** Gives the text that is kept for `key`, if `record` is the very object that was decoded from it. */
  recall(key: string, record: object): string | undefined;
  /** Keeps a text instead of the one before it, if there is room for it. */
  keep(key: string, record: object, text: string): void;
  /** Lets go of a text, and of the record with it. */
  forget(key: string): void;
}

/** The most that an engine takes for a character; for a text of ASCII alone it is half of that. */
const BYTES_PER_CHARACTER = 2;

/**
 * Makes a place for texts of answers, to be given to `createManagementClient`. In it are the texts as they came, with
 * whatever credentials are in them; in memory only.
 *
 * A text is taken in while there is room, and none has to leave for another: ids are polled in turn, so by the time
 * it comes to one again, what was used last would have pushed it out.
 *
 * @param limitBytes what the texts may cost in memory, bytes, two for a character. A database has 1,600 characters.
 * @example
 * ```ts
 * const texts = createAnswerTexts(16 * 1024 ** 2);
 * const client = createManagementClient({ baseUrl, credentials, texts });
 * ```
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
      const answer = kept.get(key);
      const moreBytes = sizeOf(text) - sizeOf(answer?.text);
      if (moreBytes > leftBytes) return forget(key);
      leftBytes -= moreBytes;
      if (answer === undefined) {
        kept.set(key, { record, text });
      } else {
        answer.record = record;
        answer.text = text;
      }
    },
    forget,
  };
}

function sizeOf(text = ''): number {
  return text.length * BYTES_PER_CHARACTER;
}
