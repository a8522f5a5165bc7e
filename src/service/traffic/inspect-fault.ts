import * as v from 'valibot';
import { isObject } from '../../core/shared/is-object.js';
import type { FleetIssue } from '../../core/shared/fleet-error.js';
import { inspectRequest } from '../../core/records/inspect-request.js';
import { garbageNames } from './garbage.js';
import type { Fault } from './fault.js';

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
