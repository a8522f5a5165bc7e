import { systemClock } from '../../../src/index.js';
import { createScriptedService } from '../../core/fleet/scripted-service.js';

type Create = Readonly<Record<string, unknown>>;

/** A scripted service, and its answers. Tests may change them at any time. */
export function createScriptedAnswers() {
  const { fetch, requests, respond } = createScriptedService(systemClock);
  const answers = {
    /** Each database by its id: the text of its record, or the status of a refusal. */
    databases: new Map<string, string | number>(),
    /** The text of the list. */
    indices: '[]',
    create: (_request: Create): Response | Promise<Response> => refusal(400, 'not in this test'),
    fetch,
    requests,
    get created(): Create[] {
      return requests.flatMap(({ operation, body }) => (operation === 'create' ? [JSON.parse(body) as Create] : []));
    },
  };
  respond(({ operation, id, body }) => {
    if (operation === 'list') return json(answers.indices);
    if (operation === 'create') return answers.create(JSON.parse(body) as Create);
    const answer = answers.databases.get(id) ?? 404;
    return typeof answer === 'number' ? refusal(answer, 'scripted status') : json(answer);
  });
  return answers;
}

export function json(text: string, status = 200): Response {
  return new Response(text, { status, headers: { 'content-type': 'application/json' } });
}

export function refusal(status: number, error: string): Response {
  return json(JSON.stringify({ error }), status);
}
