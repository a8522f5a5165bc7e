import { HTTPError } from 'h3';
import { isDeeperThan } from '../../core/records/read-record.js';
import type { FleetIssue } from '../../core/shared/fleet-error.js';
import { describeIssues } from '../../core/shared/refuse-issues.js';
import { parseExactJson } from '../shared/exact-json.js';
import { readJsonText } from '../http/read-json-text.js';

/** Code that walks through a record recursively must not exhaust the stack. */
const MAX_LEVELS = 100;

/**
 * Reads the JSON body of a request, with large integers as bigints.
 *
 * @throws HTTPError 400 that names every invalid path, and the errors of {@link readJsonText}.
 */
export async function readControlBody<T>(request: Request, inspect: (body: unknown) => FleetIssue[]): Promise<T> {
  const body = parse(await readJsonText(request));
  const issues = inspect(body);
  if (issues.length > 0) throw new HTTPError({ status: 400, message: describeIssues(issues), data: issues });
  return body as T;
}

function parse(text: string): unknown {
  let body: unknown;
  try {
    body = parseExactJson(text);
  } catch {
    // A SyntaxError quotes the text. A text of brackets only exhausts the stack.
    throw new HTTPError({ status: 400, message: 'the body is not JSON' });
  }
  if (!isDeeperThan(MAX_LEVELS, body)) return body;
  throw new HTTPError({ status: 400, message: `the body is nested deeper than ${MAX_LEVELS} levels` });
}
