import * as fc from 'fast-check';
import { LosslessNumber, stringify } from 'lossless-json';
import type { ApiDocument } from './api-document.js';
import { createRequests, type JsonObject } from './document-arbitraries.js';

/** Numbers in several notations: the value decides whether a number is an integer. */
const LITERALS = ['0', '-0', '1.0', '-1', '1.5', '1e2', '1E-1', '100e-2', '9e18', '-9e18', '1e19', '1e308', '1e400'];

/** Names that resemble fields, or have a meaning in JavaScript. */
const OTHER_NAMES = ['', 'size', 'Platform', 'database_name ', '__proto__', 'constructor', 'toString', 'length', '0'];

/** Generates JSON texts of create requests that api.md allows, or almost allows. */
export function nearRequestTexts(document: ApiDocument): fc.Arbitrary<string> {
  const changes = fc.array(changesOf(document), { maxLength: 2 });
  const bodies = fc.tuple(createRequests(document), changes).map(([request, list]) => list.reduce(apply, request));
  const texts = fc.tuple(bodies, fc.constantFrom(undefined, 2, '\r\n\t')).map(([body, space]) => textOf(body, space));
  return fc.oneof({ weight: 20, arbitrary: texts }, { weight: 1, arbitrary: fc.json() });
}

/** A change of one member. Without a value, it removes the member. */
interface Change {
  readonly name: string;
  readonly value?: unknown;
}

function changesOf({ createRequest }: ApiDocument): fc.Arbitrary<Change> {
  const fieldNames = fc.constantFrom(...createRequest.map(({ name }) => name));
  const allNames = fc.oneof({ weight: 4, arbitrary: fieldNames }, fc.constantFrom(...OTHER_NAMES));
  // Values of other enums: each region can be the primary region, but not each can be a read region.
  const enumValues = fc.constantFrom(...createRequest.flatMap(({ values }) => values));
  const single = fc.oneof(
    enumValues,
    enumValues.map((value) => value.toUpperCase()),
    enumValues.map((value) => `${value} `),
    fc.constantFrom(...LITERALS).map((literal) => new LosslessNumber(literal)),
    fc.constantFrom(null, true, false, 'true', '', '1', {}, []),
    anyText(),
  );
  const value = fc.oneof(single, fc.array(single, { maxLength: 3 }), fc.array(enumValues, { maxLength: 3 }));
  return fc.oneof(fc.record({ name: allNames, value }), fc.record({ name: fieldNames }));
}

/** Any JavaScript string, including lone surrogates and control characters. */
function anyText(): fc.Arbitrary<string> {
  return fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 }).map((units) => String.fromCharCode(...units));
}

function apply(request: JsonObject, change: Change): JsonObject {
  const members = new Map(Object.entries(request));
  if ('value' in change) members.set(change.name, change.value);
  else members.delete(change.name);
  // `fromEntries`, because an assignment to __proto__ would create no member.
  return Object.fromEntries(members);
}

function textOf(body: JsonObject, space: string | number | undefined): string {
  return stringify(body, undefined, space) ?? '';
}
