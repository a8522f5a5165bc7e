/** The body of a create request. */
type Create = Readonly<Record<string, unknown>>;

/** The answers of a scripted service. Tests may change them at any time. */
export interface ScriptedAnswers {
  /** Each database by its id: the text of its record, or the status of a refusal. */
  readonly databases: Map<string, string | number>;
  /** The text of the list. */
  indices: string;
  create: (request: Create) => Response | Promise<Response>;
  /** Method and path of each request. */
  readonly requests: string[];
  readonly created: Create[];
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

export function createScriptedAnswers(): ScriptedAnswers {
  const answers: ScriptedAnswers = {
    databases: new Map(),
    indices: '[]',
    create: () => refusal(400, 'not in this test'),
    requests: [],
    created: [],
    async fetch(url, { method = 'GET', body }) {
      const path = new URL(url, location.href).pathname.replace(/^\/fleet/, '');
      answers.requests.push(`${method} ${path}`);
      if (method === 'POST') {
        const request = (await new Response(body).json()) as Create;
        answers.created.push(request);
        return answers.create(request);
      }
      if (path === '/v2/vector/index') return json(answers.indices);
      const answer = answers.databases.get(decodeURIComponent(path.split('/').at(-1) ?? '')) ?? 404;
      return typeof answer === 'number' ? refusal(answer, 'scripted status') : json(answer);
    },
  };
  return answers;
}

export function json(text: string, status = 200): Response {
  return new Response(text, { status, headers: { 'content-type': 'application/json' } });
}

export function refusal(status: number, error: string): Response {
  return json(JSON.stringify({ error }), status);
}
