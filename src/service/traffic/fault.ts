import * as v from 'valibot';
import type { FleetIssue, Operation } from '../../core/shared/fleet-error.js';
import { inspectRequest } from '../../core/records/inspect.js';
import { isObject } from '../../core/shared/is-object.js';

/** The kinds of a body that is not the documented JSON, in the order in which they alternate. */
export const garbageNames = ['html', 'half-json', 'bytes', 'two-values', 'empty'] as const;

/** One of the three operations of api.md. */
export type ApiOperation = Exclude<Operation, 'configure'>;

/** Selects the requests that a fault applies to, and adds a delay. */
export interface FaultScope {
  /** Only requests of this operation. @default every request under `/v2` */
  readonly operation?: ApiOperation;
  /** The fault applies to this many requests, then it is removed. @default no limit */
  readonly times?: number;
  /** The share of the requests that the fault applies to, chosen at random: 0 to 1. @default 1 */
  readonly share?: number;
  /** An additional delay, milliseconds. @default 0 */
  readonly delayMs?: number;
}

/** The answer has a given status. */
export interface StatusFault extends FaultScope {
  readonly kind: 'status';
  /** The status of the answer, 200 to 599. */
  readonly status: number;
  /** The `Retry-After` header: seconds as a number, or any text, such as an HTTP date. @default no such header */
  readonly retryAfter?: number | string;
  /** Whether the operation is skipped (`before`) or carried out (`after`). @default 'before' */
  readonly when?: 'before' | 'after';
}

/** The answer is late. */
export interface DelayFault extends FaultScope {
  readonly kind: 'delay';
  /** The delay, milliseconds. */
  readonly delayMs: number;
  /**
   * Whether the delay comes before or after the operation. With `before`, the operation is skipped if the caller aborts
   * during the delay.
   *
   * @default 'before'
   */
  readonly when?: 'before' | 'after';
}

/** The connection closes without an answer. */
export interface DropFault extends FaultScope {
  readonly kind: 'drop';
  /** Whether the operation is skipped (`before`) or carried out (`after`). @default 'after' */
  readonly when?: 'before' | 'after';
}

/** The answer has the `Content-Length` of the whole body, but ends halfway. The operation is carried out. */
export interface TruncateFault extends FaultScope {
  readonly kind: 'truncate';
}

/** The answer has status 200 and a body that is not the documented JSON. */
export interface GarbageFault extends FaultScope {
  readonly kind: 'garbage';
  /** The body: HTML, half a JSON text, bytes, two JSON values or an empty body. @default each in turn */
  readonly body?: (typeof garbageNames)[number];
  /** Whether the operation is skipped (`before`) or carried out (`after`). @default 'after' */
  readonly when?: 'before' | 'after';
}

/**
 * An injected fault. It applies to requests under `/v2`, even without valid credentials. With `when: 'before'` it
 * replaces all processing, including authentication.
 *
 * @example
 * ```ts
 * await control.faults.inject({ kind: 'status', status: 429, retryAfter: 2, times: 3 });
 * await control.faults.inject({ kind: 'drop', operation: 'create-database', times: 1 });
 * await control.faults.inject({ kind: 'delay', delayMs: 20_000, share: 0.1 });
 * ```
 */
export type Fault = StatusFault | DelayFault | DropFault | TruncateFault | GarbageFault;

/** A fault, and how many requests it has been applied to. */
export interface InjectedFault {
  readonly id: string;
  readonly fault: Fault;
  readonly applied: number;
}

const milliseconds = v.pipe(v.number(), v.finite(), v.minValue(0), v.title('milliseconds, a number, 0 or more'));

const seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const headerText = v.pipe(v.string(), v.maxLength(100), v.regex(/^[\x20-\x7e]*$/));

const scope = {
  operation: v.exactOptional(v.picklist(['create-database', 'get-database', 'list-vector-indices'])),
  times: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.title('an integer, 1 or more'))),
  share: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(1), v.title('a number from 0 to 1'))),
  delayMs: v.exactOptional(milliseconds),
};

const when = v.exactOptional(v.picklist(['before', 'after']));

// One schema for each kind, so that the issues are about that kind only.
const schemas = {
  status: v.object({
    kind: v.literal('status'),
    status: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599), v.title('an integer from 200 to 599')),
    retryAfter: v.exactOptional(v.pipe(v.union([seconds, headerText]), v.title('seconds, or the text of a header'))),
    when,
    ...scope,
  }),
  delay: v.object({ kind: v.literal('delay'), when, ...scope, delayMs: milliseconds }),
  drop: v.object({ kind: v.literal('drop'), when, ...scope }),
  truncate: v.object({ kind: v.literal('truncate'), ...scope }),
  garbage: v.object({ kind: v.literal('garbage'), body: v.exactOptional(v.picklist(garbageNames)), when, ...scope }),
} satisfies { [Kind in Fault['kind']]: v.GenericSchema<Extract<Fault, { kind: Kind }>> };

const kinds = v.picklist(Object.keys(schemas) as Fault['kind'][]);

/** Returns an issue for every invalid path of a fault, without values. */
export function inspectFault(body: unknown): FleetIssue[] {
  if (!isObject(body)) return [{ path: '', message: 'expected an object' }];
  const kind = body['kind'];
  return v.is(kinds, kind)
    ? inspectRequest(schemas[kind], body)
    : [{ path: 'kind', message: `expected ${kinds.expects}` }];
}
