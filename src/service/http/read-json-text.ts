import { HTTPError } from 'h3';

/** @throws HTTPError 415 for a type other than JSON, 400 for a body that ends early, is empty or is not UTF-8 */
export async function readJsonText(request: Request): Promise<string> {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json')
    throw new HTTPError({ status: 415, message: 'expected content-type application/json' });
  const bytes = await request.arrayBuffer().catch(() => {
    throw new HTTPError({ status: 400, message: 'the body ended early' });
  });
  if (bytes.byteLength === 0) throw new HTTPError({ status: 400, message: 'the body is empty' });
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new HTTPError({ status: 400, message: 'the body is not UTF-8' });
  }
}

/** @param parse returns `undefined` for invalid JSON. @throws HTTPError 400 */
export function parseBody(text: string, parse: (text: string) => unknown): unknown {
  const body = parse(text);
  if (body === undefined) throw new HTTPError({ status: 400, message: 'the body is not JSON' });
  return body;
}
