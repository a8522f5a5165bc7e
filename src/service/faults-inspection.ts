import * as v from 'valibot';
import { isObject } from '../api/inspect.js';
import type { FleetIssue } from '../shared/fleet-error.js';
import { inspectBody } from './control-issues.js';
import { faultSchemas } from './faults.js';

const kinds = v.picklist(Object.keys(faultSchemas) as (keyof typeof faultSchemas)[]);

/** Says what is wrong with `body` as a fault, every wrong path at once; nothing if it is one. Never holds a value. */
export function inspectFault(body: unknown): FleetIssue[] {
  if (!isObject(body)) return [{ path: '', message: 'expected an object' }];
  const kind = body['kind'];
  return v.is(kinds, kind)
    ? inspectBody(faultSchemas[kind], body)
    : [{ path: 'kind', message: `expected ${kinds.expects}` }];
}
