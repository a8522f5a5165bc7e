import * as v from 'valibot';
import { parseJson } from '../../core/wire/parse-json.js';
import type { MemberProblem } from '../rules/check-members.js';
import { headerValue } from './http-channel.js';
import type { GroupOptions } from './digest.js';
import { digestScope, sampleDigest, sampleEvents, templateScope } from './template-scope.js';
import { compileTemplate, escapes, inspectTemplate, type Escape, type Template } from './template.js';

/** The values without `{{` are no templates: a password may have any characters. */
export function headerTemplate(value: string): Template {
  return value.includes('{{') ? compileTemplate(value, escapes.header) : { render: () => value };
}

export function bodyTemplate(text: string, contentType: string | undefined): Template {
  return compileTemplate(text, escapeOf(contentType));
}

function isJson(contentType = 'application/json'): boolean {
  return /[/+]json\b/i.test(contentType);
}

function escapeOf(contentType = 'application/json'): Escape {
  if (isJson(contentType)) return escapes.json;
  if (/[/+](?:x?html|xml)\b/i.test(contentType)) return escapes.markup;
  return /form-urlencoded/i.test(contentType) ? escapes.form : escapes.none;
}

interface WebhookTemplates {
  readonly body?: string | undefined;
  readonly digestBody?: string | undefined;
  readonly contentType?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly group?: GroupOptions | undefined;
}

/** Lists the mistakes of the templates of a webhook. */
export function inspectTemplates(given: WebhookTemplates): MemberProblem[] {
  const { body, digestBody, contentType, headers = {}, group } = given;
  const [ofEvents, ofDigest] = [sampleEvents().map(templateScope), [digestScope(sampleDigest())]];
  const problems: MemberProblem[] = [];
  const add = (path: readonly string[], problem: string | undefined): void => {
    if (problem !== undefined) problems.push([path, `a template; ${problem}`]);
  };
  if (body !== undefined) add(['body'], bodyProblemOf(body, contentType, ofEvents));
  if (digestBody !== undefined) add(['digestBody'], bodyProblemOf(digestBody, contentType, ofDigest));
  if (group !== undefined && (body === undefined) !== (digestBody === undefined))
    problems.push([[body === undefined ? 'body' : 'digestBody'], 'a template: with group, set body and digestBody']);
  const scopes = group === undefined ? ofEvents : [...ofEvents, ...ofDigest];
  for (const [field, value] of Object.entries(headers))
    if (value.includes('{{')) add(['headers', field], headerProblemOf(value, scopes));
  return problems;
}

function bodyProblemOf(text: string, contentType: string | undefined, scopes: readonly object[]): string | undefined {
  return inspectTemplate(text, escapeOf(contentType), scopes, (result) =>
    !isJson(contentType) || parseJson(result) !== undefined
      ? undefined
      : 'the result is not JSON. Write outputs within quotes: "{{ alert.name }}", or as JSON: {{ alert.name | json | raw }}',
  );
}

function headerProblemOf(value: string, scopes: readonly object[]): string | undefined {
  return inspectTemplate(value, escapes.header, scopes, (result) =>
    v.is(headerValue, `x${result}`) ? undefined : 'the result has characters that a header cannot hold',
  );
}
