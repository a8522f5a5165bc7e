import { H3, type H3Event, HTTPError } from 'h3';
import { identifierProblem } from '../../core/wire/identifier.js';
import { isObject } from '../../core/shared/is-object.js';
import type { FleetIssue } from '../../core/shared/fleet-error.js';
import type { Account } from '../account/local-account.js';
import { withoutCredentials, type StoredRecord } from '../account/record-store.js';
import type { Traffic } from '../traffic/traffic.js';
import { inspectFault, type Fault } from '../traffic/fault.js';
import { refuse } from '../../http/refuse.js';
import { answerError, jsonAnswer } from '../http/json-answer.js';
import { inspectScript, type ScriptedChanges, type ScriptStep } from './script.js';
import { isAuthorized } from '../shared/equal-secrets.js';
import { isDeeperThan } from '../../core/records/read-record.js';
import { describeIssues } from '../../core/shared/refuse-issues.js';
import { readJson } from '../http/read-json.js';

export interface ControlOperationsOptions {
  readonly token: string;
  readonly account: Account;
  readonly scripts: ScriptedChanges;
  readonly traffic: Traffic;
  readonly reset: () => Promise<void>;
  readonly onNotice: (message: string) => void;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
/** An operation without a result is answered with 204. */
type Operate = (event: H3Event) => Response | void | Promise<Response | void>;

/** Creates the request handler for all paths under `/control`. The handler never rejects. */
export function createControlOperations(options: ControlOperationsOptions): (request: Request) => Promise<Response> {
  const { token, account, scripts, traffic, onNotice } = options;
  const app = new H3({ silent: true, onError: (error) => answerError(error, onNotice) });
  const challenge = { 'www-authenticate': 'Bearer realm="fleetglass control"' };
  app.use(({ req }, next) =>
    isAuthorized(req.headers.get('authorization'), 'bearer', token)
      ? next()
      : refuse(401, 'wrong or missing control token', challenge),
  );

  const add = (path: string, operations: Partial<Record<Method, Operate>>): void => {
    for (const [method, operate] of Object.entries(operations)) {
      app.on(method as Method, path, async (event) => (await operate(event)) ?? new Response(null, { status: 204 }));
    }
    const allow = Object.keys(operations).join(', ');
    app.all(path, () => refuse(405, `only ${allow} is answered here`, { allow }));
  };

  const databases = controlRecords('database', account.databases, scripts);
  const indices = controlRecords('vector index', account.indices, scripts);

  add('/control/databases', { GET: databases.list });
  add('/control/databases/:id', { PATCH: databases.script, DELETE: databases.remove });
  add('/control/indices', {
    GET: indices.list,
    POST: async ({ req }) => {
      const record = await account.indices.add(await readControlBody<StoredRecord>(req, inspectNewIndex));
      return record === undefined
        ? refuse(409, 'there is a vector index with this id already')
        : jsonAnswer(withoutCredentials(record));
    },
  });
  add('/control/indices/:id', { PATCH: indices.script, DELETE: indices.remove });
  add('/control/faults', {
    GET: () => jsonAnswer(traffic.faults),
    POST: async ({ req }) => jsonAnswer(traffic.inject(await readControlBody<Fault>(req, inspectFault))),
    DELETE: () => traffic.clearFaults(),
  });
  add('/control/requests', { GET: () => jsonAnswer(traffic.log), DELETE: () => traffic.clearLog() });
  add('/control/reset', { POST: () => options.reset() });
  app.all('/**', () => refuse(404, 'unknown path'));
  return async (request) => app.fetch(request);
}

type Records = Pick<Account['databases'], 'list' | 'change' | 'remove'>;

/** Returns the operations on one kind of records. The answers hold no credentials, because people read them. */
function controlRecords(name: string, records: Records, scripts: ScriptedChanges) {
  const ownerOf = (id: string): string => `${name} ${id}`;
  const unknown = (): Response => refuse(404, `there is no ${name} with this id`);
  return {
    list: async () => jsonAnswer((await records.list()).map(withoutCredentials)),
    async script(event: H3Event) {
      const id = idOf(event);
      const { steps } = await readControlBody<{ steps: ScriptStep[] }>(event.req, inspectScript);
      const record = await scripts.run(ownerOf(id), steps, (change) => records.change(id, change));
      return record === undefined ? unknown() : jsonAnswer(withoutCredentials(record));
    },
    async remove(event: H3Event) {
      const id = idOf(event);
      await scripts.cancel(ownerOf(id));
      return (await records.remove(id)) ? undefined : unknown();
    },
  };
}

function idOf(event: H3Event): string {
  return decodeURIComponent(event.context.params?.['id'] ?? '');
}

/** Any field may have any value except `id`, because requests find the index by its id. */
function inspectNewIndex(fields: unknown): FleetIssue[] {
  if (!isObject(fields)) return [{ path: '', message: 'expected an object' }];
  const problem = Object.hasOwn(fields, 'id') ? identifierProblem(fields['id']) : undefined;
  return problem === undefined ? [] : [{ path: 'id', message: problem }];
}

/** Code that walks through a record recursively must not exhaust the stack. */
const MAX_LEVELS = 100;

/** @throws HTTPError 400 that names every invalid path, and the errors of {@link readJson} */
async function readControlBody<T>(request: Request, inspect: (body: unknown) => FleetIssue[]): Promise<T> {
  const body = await readJson(request);
  if (isDeeperThan(MAX_LEVELS, body))
    throw new HTTPError({ status: 400, message: `the body is nested deeper than ${MAX_LEVELS} levels` });
  const issues = inspect(body);
  if (issues.length > 0) throw new HTTPError({ status: 400, message: describeIssues(issues), data: issues });
  return body as T;
}
