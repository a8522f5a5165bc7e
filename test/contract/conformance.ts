import { Ajv } from 'ajv';
import type { JsonSchema } from './document-schemas.js';

/** Returns the problems of a value, such as `/state must be equal to one of the allowed values`. */
export type Conformance = (value: unknown) => string[];

/** Creates a check against a schema. */
export function createConformance(schema: JsonSchema): Conformance {
  const validate = new Ajv({ allErrors: true, strictTypes: false, strictRequired: false }).compile(schema);
  return (value) => {
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      `${instancePath} ${message} ${JSON.stringify(params)}`.trim(),
    );
  };
}
