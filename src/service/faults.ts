import * as v from 'valibot';
import { garbageNames } from './faults-garbage.js';

/** The operations of api.md that a fault can be limited to. */
const operation = v.exactOptional(v.picklist(['create-database', 'get-database', 'list-vector-indices']));

const milliseconds = v.pipe(v.number(), v.finite(), v.minValue(0), v.title('milliseconds, a number, 0 or more'));

const seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const headerText = v.pipe(v.string(), v.maxLength(100), v.regex(/^[\x20-\x7e]*$/));

const common = {
  /** Only requests of this operation. @default every request under `/v2` */
  operation,
  /** For this many requests, then it is gone. @default until it is cleared */
  times: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.title('an integer, 1 or more'))),
  /** For this share of the requests, chosen at random: 0 to 1. @default 1 */
  share: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(1), v.title('a number from 0 to 1'))),
  /** Wait this long as well, milliseconds. @default 0 */
  delayMs: v.exactOptional(milliseconds),
};

const when = v.exactOptional(v.picklist(['before', 'after']));

/** One schema a kind, so that what is wrong can be said for that kind alone. */
export const faultSchemas = {
  status: v.object({
    kind: v.literal('status'),
    /** The status of the answer, 200 to 599. */
    status: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599), v.title('an integer from 200 to 599')),
    /** The `Retry-After` header: seconds as a number, or any text, such as an HTTP date. @default no such header */
    retryAfter: v.exactOptional(v.pipe(v.union([seconds, headerText]), v.title('seconds, or the text of a header'))),
    /** Whether the operation is refused (`before`) or carried out all the same (`after`). @default 'before' */
    when,
    ...common,
  }),
  delay: v.object({
    kind: v.literal('delay'),
    /** Whether the wait comes before the operation or between the operation and its answer. @default 'before' */
    when,
    ...common,
    /** How long, milliseconds. */
    delayMs: milliseconds,
  }),
  drop: v.object({
    kind: v.literal('drop'),
    /** Whether the connection is closed before the operation or after it was carried out. @default 'after' */
    when,
    ...common,
  }),
  truncate: v.object({ kind: v.literal('truncate'), ...common }),
  garbage: v.object({
    kind: v.literal('garbage'),
    /** What comes instead of the documented JSON. @default one after the other, in this order */
    body: v.exactOptional(v.picklist(garbageNames)),
    /** Whether the operation is left out (`before`) or carried out all the same (`after`). @default 'after' */
    when,
    ...common,
  }),
} as const;

/** The answer is an error (or any other) status. Without `when: 'after'` the operation is not carried out. */
export interface StatusFault extends v.InferOutput<typeof faultSchemas.status> {}

/** The answer is late. A request whose caller leaves before the operation began is not carried out. */
export interface DelayFault extends v.InferOutput<typeof faultSchemas.delay> {}

/** The connection closes with no answer, although (without `when: 'before'`) the operation was carried out. */
export interface DropFault extends v.InferOutput<typeof faultSchemas.drop> {}

/** The answer announces its whole length and ends half-way. The operation was carried out. */
export interface TruncateFault extends v.InferOutput<typeof faultSchemas.truncate> {}

/**
 * Status 200 with a body that is not the documented JSON: HTML, half a JSON text, bytes, two JSON values, nothing.
 * Without `when: 'before'` the operation was carried out.
 */
export interface GarbageFault extends v.InferOutput<typeof faultSchemas.garbage> {}

/**
 * Something that goes wrong on purpose. It applies to requests under `/v2`, and comes before everything else that the
 * service does with them, authentication included.
 *
 * @example
 * ```ts
 * await control.faults.inject({ kind: 'status', status: 429, retryAfter: 2, times: 3 });
 * await control.faults.inject({ kind: 'drop', operation: 'create-database', times: 1 });
 * await control.faults.inject({ kind: 'delay', delayMs: 20_000, share: 0.1 });
 * ```
 */
export type Fault = StatusFault | DelayFault | DropFault | TruncateFault | GarbageFault;
