import { H3, type H3Event, HTTPError } from 'h3';
import { encodeCredentials, type Credentials } from '../../core/wire/credentials.js';
import { decodeIdentifier } from '../../core/wire/identifier.js';
import type { Account } from '../account/local-account.js';
import { withoutCredentials, type StoredRecord } from '../account/record-store.js';
import { refuse } from '../../http/refuse.js';
import { answerError, jsonAnswer } from './json-answer.js';
import { readJson } from './read-json.js';
import { isAuthorized } from '../shared/equal-secrets.js';
import { createDatabaseSchema, inspectCreateDatabase } from '../../core/records/create-database.js';
import { isLargeInteger } from '../../core/records/exact-int64.js';
import { isObject } from '../../core/shared/is-object.js';
import { printableName } from '../../core/shared/member-path.js';
import type { NewDatabase } from '../account/database-record.js';

export interface OperationsOptions {
  readonly account: Account;
  readonly credentials: Credentials;
  readonly strict: boolean;
  readonly onNotice: (message: string) => void;
}

const ignored = new WeakMap<Request, readonly string[]>();

/** The names of the fields of a create request that were ignored, after its answer; `undefined` without such fields. */
export const ignoredFieldsOf = (request: Request): readonly string[] | undefined => ignored.get(request);

/** Handles the three operations of api.md (Endpoints), and the endpoints of the indices. Never rejects. */
export function createOperations({ account, credentials, strict, onNotice }: OperationsOptions) {
  const app = new H3({ silent: true, allowMalformedURL: true, onError: (error) => answerError(error, onNotice) });
  const encoded = encodeCredentials(credentials);
  const basic = { 'www-authenticate': 'Basic realm="fleetglass", charset="UTF-8"' };

  const add = (method: 'GET' | 'POST', path: string, operate: (event: H3Event) => Promise<Response>): void => {
    app.on(method, path, (event) =>
      isAuthorized(event.req.headers.get('authorization'), 'basic', encoded)
        ? operate(event)
        : refuse(401, 'wrong or missing credentials', basic),
    );
    app.all(path, () => refuse(405, `only ${method} is answered here`, { allow: method }));
  };

  // The router ignores a trailing slash. Here it means an empty id, or an undocumented path.
  app.use(({ url }, next) => (url.pathname.endsWith('/') ? notFound() : next()));
  add('POST', '/v2/redis/database', async ({ req }) => {
    const { request, ignoredFields } = readCreateRequest(await readJson(req), strict);
    if (ignoredFields.length > 0) ignored.set(req, ignoredFields);
    return jsonAnswer(await account.databases.create(request));
  });
  add('GET', '/v2/redis/database/:id', async (event) => {
    const id = decodeIdentifier(event.context.params?.['id'] ?? '');
    const record = id === undefined ? undefined : await account.databases.get(id);
    if (record === undefined) return refuse(404, 'there is no database with this id');
    const isHidden = event.url.searchParams.getAll('credentials').includes('hide');
    return jsonAnswer(isHidden ? withoutCredentials(record) : record);
  });
  add('GET', '/v2/vector/index', async ({ url }) =>
    jsonAnswer((await account.indices.list()).map((record) => withServedEndpoint(record, url.origin))),
  );
  app.get('/vector/:id/info', async (event) => {
    const id = decodeIdentifier(event.context.params?.['id'] ?? '');
    const found = id === undefined ? undefined : await account.indices.info(id);
    if (found === undefined) return refuse(404, 'there is no vector index with this id');
    const given = event.req.headers.get('authorization');
    if (found.tokens.some((token) => isAuthorized(given, 'bearer', token))) return jsonAnswer({ result: found.info });
    const challenge = { 'www-authenticate': 'Bearer realm="fleetglass vector index"' };
    return refuse(401, 'wrong or missing token of the index', challenge);
  });
  app.all('/**', notFound);
  return async (request: Request): Promise<Response> => app.fetch(request);
}

/** Matches the stored endpoint of an index that was created without an endpoint. */
const LOCAL = /^local-[^./:]+$/;

/** Gives an index without an endpoint a URL, which cannot be stored, because the port of the service may change. */
function withServedEndpoint(record: StoredRecord, origin: string): StoredRecord {
  const { id, endpoint } = record;
  if (typeof id !== 'string' || typeof endpoint !== 'string' || !LOCAL.test(endpoint)) return record;
  return { ...record, endpoint: `${origin}/vector/${encodeURIComponent(id)}` };
}

function notFound(): Response {
  return refuse(404, 'unknown path');
}

const MAX_IGNORED = 20;

/** @param isStrict refuses unknown fields. Otherwise they are ignored, because real clients send some. @throws HTTPError 400 */
function readCreateRequest(body: unknown, isStrict: boolean) {
  const isIgnored = (name: string): boolean => !isStrict && !Object.hasOwn(createDatabaseSchema.entries, name);
  const members = isObject(body) ? Object.entries(body) : [];
  const ignored = members.map(([name]) => name).filter(isIgnored);
  const value = ignored.length > 0 ? Object.fromEntries(members.filter(([name]) => !isIgnored(name))) : body;
  // The schema accepts safe integers only.
  const issues = inspectCreateDatabase(hasLargeBudget(value) ? { ...value, budget: 0 } : value);
  // Paths only. The issues hold the expected values, and clients may truncate an error message.
  const paths = issues.map(({ path }) => path || 'the body as a whole').join(', ');
  if (issues.length > 0) throw new HTTPError({ status: 400, message: `invalid or missing: ${paths}`, data: issues });
  return { request: value as NewDatabase, ignoredFields: ignored.slice(0, MAX_IGNORED).map(printableName) };
}

/** Whether the budget is an int64 and not a safe integer. An integer with an exponent, such as 9e18, is a number. */
function hasLargeBudget(value: unknown): value is object {
  const { budget } = isObject(value) ? value : {};
  if (typeof budget !== 'bigint' && !isLargeInteger(budget)) return false;
  const exact = BigInt(budget as number | bigint);
  return BigInt.asIntN(64, exact) === exact;
}
