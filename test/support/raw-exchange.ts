import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Data to send. Strings are sent as UTF-8. */
export type Bytes = string | Uint8Array;

/**
 * Sends bytes to a port of loopback, and collects the answer until the other side closes the connection.
 *
 * @throws Error when the connection stays open, or is reset.
 */
export function exchangeBytes(port: number, parts: readonly Bytes[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1');
    const answered = (): string => Buffer.concat(chunks).toString('latin1');
    socket.setTimeout(8000, () => socket.destroy(new Error(`the connection stays open after: ${answered()}`)));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(answered()));
    for (const part of parts) socket.write(part);
  });
}

/** Reads the answers that came over one connection, by their `content-length`; `100 Continue` is left out. */
export function parseAnswers(text: string): readonly RawAnswer[] {
  if (text === '') return [];
  const end = text.indexOf('\r\n\r\n') + 4;
  const [first = '', ...lines] = text.slice(0, end - 4).split('\r\n');
  const [, status] = /^HTTP\/1\.1 (\d{3}) [\w -]*$/.exec(first) ?? [];
  if (status === undefined) throw new Error(`not an answer: ${text.slice(0, 200)}`);
  if (status === '100') return parseAnswers(text.slice(end));
  const headers = new Headers(lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]));
  const next = end + Number(headers.get('content-length') ?? Number.NaN);
  if (Number.isNaN(next)) throw new Error(`an answer without content-length: ${text.slice(0, 200)}`);
  return [{ status: Number(status), headers, body: text.slice(end, next) }, ...parseAnswers(text.slice(next))];
}

/** Sends one request with `Connection: close`, and returns its answer. */
export async function exchange(port: number, parts: readonly Bytes[]): Promise<RawAnswer> {
  const answers = parseAnswers(await exchangeBytes(port, parts));
  const [answer] = answers;
  if (answer === undefined || answers.length > 1) throw new Error(`expected one answer, got ${answers.length}`);
  return answer;
}
