import type { EchoCheck } from './credential-echo.js';
import type { JsonObject } from './inspect.js';
import { mapTexts, someText } from './map-texts.js';
import { UnusableAnswer } from './unusable-answer.js';

/**
 * Looks at a parsed record before it is used, and gives it as it may be used. Of a record that shares its other fields
 * with an earlier answer only `fields` are new.
 *
 * @throws UnusableAnswer where it may not be used at all.
 */
export type ScreenRecord = (record: JsonObject, fields: readonly string[]) => JsonObject;

/**
 * Refuses a record in which the account's credentials are, in a name or a string at any depth.
 *
 * @param except the field that holds the id that was asked for.
 */
export function refuseEchoes(echo: EchoCheck, except?: string): ScreenRecord {
  const tests = { isName: echo.mentionsName, isText: echo.mentions };
  return (record, fields) => {
    for (const field of fields) {
      if (echo.mentionsName(field) || (field !== except && someText(record[field], tests)))
        throw new UnusableAnswer('the answer holds the credentials it was asked with');
    }
    return record;
  };
}

/** Masks each string and name of a record that holds the account's credentials. Its id stays. */
export function maskEchoes(echo: EchoCheck, idField: string): ScreenRecord {
  return (record) => ({ ...(mapTexts(record, echo.mask) as JsonObject), [idField]: record[idField] });
}
