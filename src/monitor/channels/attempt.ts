import * as v from 'valibot';
import { Interruption, withDeadline } from '../../core/wire/deadline.js';
import { redact } from '../../core/wire/redact.js';
import { retryAfterMs } from '../../core/polling/retry-after.js';
import type { Clock } from '../../core/shared/clock.js';
import { texts } from '../alerts/alert-texts.js';

export type AttemptOutcome =
  | { readonly kind: 'done' }
  /** The caller aborted the attempt, which does not count as a failure. */
  | { readonly kind: 'aborted' }
  | FailedAttempt;

export interface FailedAttempt {
  readonly kind: 'failed';
  /** Why, without secrets, at most 200 characters. */
  readonly message: string;
  /** The delay that the receiver asked for, milliseconds, at most 1 h; 0 if it asked for none. */
  readonly retryAfterMs: number;
  readonly isFinal: boolean;
  readonly isTimeout: boolean;
  /** The recipients to try again. Absent if none has the event; empty if those without it refuse it for good. */
  readonly recipientsLeft?: readonly string[] | undefined;
}

export interface AttemptOptions {
  readonly clock: Clock;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export const TIMEOUT_MS = 10_000;

/** Does not reject if the function throws, hangs, ignores its signal, or rejects with a value that is not an Error. */
export async function attempt(
  work: (signal: AbortSignal) => unknown,
  { clock, timeoutMs = TIMEOUT_MS, signal }: AttemptOptions,
): Promise<AttemptOutcome> {
  const late = new Error(`no result within ${timeoutMs / 1000} s`);
  try {
    await withDeadline(
      { clock, timeoutMs, signal },
      async (ending) => void (await work(ending)),
      () => late,
    );
    return { kind: 'done' };
  } catch (error) {
    if (error instanceof Interruption) return { kind: 'aborted' };
    return {
      kind: 'failed',
      message: error === late ? late.message : describeError(error),
      retryAfterMs: Math.max(0, retryAfterMs(error)),
      // By its name: an error may come from another copy of this package.
      isFinal: (error as Partial<Error> | undefined)?.name === 'UndeliverableError',
      isTimeout: error === late,
      recipientsLeft: v.is(partial, error) ? error.recipientsLeft : undefined,
    };
  }
}

const partial = v.object({ recipientsLeft: texts });

const NO_MESSAGE = 'the channel failed with a value that is not an Error';

/**
 * Returns the message of an error from outside, safe to log. URLs are cut to their hosts, since a path or a query may
 * contain a token. Texts that look like a credential are masked. A long text is cut between words: neither the patterns
 * here nor the log, which masks configured secrets, would find a part of a secret.
 */
function describeError(error: unknown): string {
  const { message } = (error ?? {}) as { readonly message?: unknown };
  const text = typeof message === 'string' ? message : '';
  const read = text.length > MAX_READ ? text.slice(0, MAX_READ).replace(/\s\S*$/, '') : text;
  const shown = redact(read.replace(URLS, '$1$2'), []);
  return (shown.length < MAX_SHOWN ? shown : shown.replace(/\S+…$/, '…')) || NO_MESSAGE;
}

/** A longer message is cut, so that it cannot make the patterns slow. */
const MAX_READ = 2000;

/** `redact` cuts a longer text. */
const MAX_SHOWN = 200;

/** The scheme, without a user name and password; the host; and the rest. */
const URLS = /\b([a-z][a-z0-9+.-]{0,20}:\/\/)(?:[^\s/?#@]*@)?([^\s/?#"'`<>]*)[^\s"'`<>]*/gi;
