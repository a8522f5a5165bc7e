import { stringsOf } from '../api/mask-credentials.js';
import { splitCredentials, type SplitOff } from '../api/split-credentials.js';

/**
 * What the service sent last for each id, credentials included. It is where credentials are kept, in memory alone,
 * and what the next answer is compared with: a record in the store has none, and so differs from every answer.
 */
export interface Answers<R extends object> {
  /** Splits off the credentials of an answer and keeps them. Strings that hold one of the id's credentials are masked. */
  split(id: string, answer: R): R;
  /** The last answer, whole; absent where nothing was split off or masked, since then the store has it. */
  whole(id: string): R | undefined;
  /** The latest that the service sent of an id's credentials, by field. */
  credentials(id: string): SplitOff | undefined;
  /** All secrets that the service sent with an id, or with all of them: what no message may hold. */
  secrets(id?: string): string[];
  forget(id: string): void;
}

interface Kept<R> {
  /** Absent, as the record, where the store has the last answer as it came. */
  readonly answer: R | undefined;
  readonly record: R | undefined;
  readonly credentials: SplitOff;
}

export function createAnswers<R extends object>(): Answers<R> {
  const answers = new Map<string, Kept<R>>();
  const secretsOf = (kept: Kept<R> | undefined): string[] => stringsOf(kept?.credentials);

  return {
    split(id, answer) {
      const kept = answers.get(id);
      if (kept?.record !== undefined && kept.answer === answer) return kept.record;
      const { record, credentials } = splitCredentials(answer, secretsOf(kept));
      if (record !== answer) answers.set(id, { answer, record, credentials: { ...kept?.credentials, ...credentials } });
      else if (kept !== undefined) answers.set(id, { ...kept, answer: undefined, record: undefined });
      return record;
    },
    whole: (id) => answers.get(id)?.answer,
    credentials: (id) => answers.get(id)?.credentials,
    secrets: (id) => (id === undefined ? [...answers.values()].flatMap(secretsOf) : secretsOf(answers.get(id))),
    forget(id) {
      answers.delete(id);
    },
  };
}
