import { systemClock } from '../../core/shared/clock.js';
import { FleetError } from '../../core/shared/fleet-error.js';
import { describeIssues } from '../../core/shared/refuse-issues.js';
import { parseJson } from '../../core/wire/parse-json.js';
import { readWholeBody } from '../../core/wire/read-text.js';
import { startSocketServer, type HttpServer } from '../../http/http-server.js';
import { refuse } from '../../http/refuse.js';
import type { Silence, SilenceOptions } from '../quiet/quiet.js';
import { createSelector } from '../quiet/select-alerts.js';
import { listedSilence } from './alert-list.js';
import { createAnswer, type ServedMonitor } from './answer.js';

/** The parts of a monitor that commands on its machine read and change. */
export interface ControlledMonitor extends ServedMonitor {
  addSilence(options: SilenceOptions): Promise<Silence>;
  endSilence(id: string): Promise<void>;
}

const MAX_BODY_BYTES = 64 * 1024;

/**
 * Serves a monitor to the commands of its user: the pages of its server, `GET` and `POST /silences`, and
 * `DELETE /silences/{id}`.
 * @param path a socket that only this user can open, and that does not exist yet
 * @throws Error if it cannot listen there
 */
export async function startControlServer(monitor: ControlledMonitor, path: string): Promise<Pick<HttpServer, 'close'>> {
  const answer = createAnswer(monitor, {});
  const handle = async (request: Request): Promise<Response> => {
    try {
      const isOfSilences = /^\/silences(?:\/|$)/.test(new URL(request.url).pathname);
      return await (isOfSilences ? answerSilences(monitor, request) : answer(request));
    } catch (error) {
      if (!(error instanceof FleetError)) throw error;
      // The issues alone: the text before them is for programs.
      const message = error.issues ? describeIssues(error.issues) : error.message;
      return refuse(error.code === 'invalid-request' ? 400 : 503, message);
    }
  };
  return startSocketServer({ handle, clock: systemClock, name: 'monitor' }, path);
}

async function answerSilences(monitor: ControlledMonitor, request: Request): Promise<Response> {
  const [, , id] = new URL(request.url).pathname.split('/', 3);
  if (request.method === 'DELETE' && id !== undefined) {
    await monitor.endSilence(id);
    return new Response(null, { status: 204 });
  }
  if (request.method === 'GET') return Response.json({ silences: monitor.silences.value.map(listedSilence) });
  if (request.method !== 'POST') return refuse(405, 'expected GET, POST or DELETE', { allow: 'GET, POST, DELETE' });
  const text = await readWholeBody(request.body, MAX_BODY_BYTES).catch(() => '');
  // The monitor checks the members.
  const added = await monitor.addSilence(parseJson(text) as SilenceOptions);
  const selects = createSelector(added);
  const alerts = monitor.alerts.value.filter((alert) => alert.state === 'firing' && selects(alert)).length;
  return Response.json({ silence: listedSilence(added), alerts });
}
