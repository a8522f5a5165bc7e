import { HTTPError } from 'h3';
import { parseExactJson } from '../shared/exact-json.js';

/** @throws HTTPError 415 for a type other than JSON, 400 for a body that ends early, is empty, not UTF-8 or not JSON */
export async function readJson(request: Request): Promise<unknown> {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json')
    throw new HTTPError({ status: 415, message: 'expected content-type application/json' });
  const bytes = await request.arrayBuffer().catch(() => {
    throw new HTTPError({ status: 400, message: 'the body ended early' });
  });
  if (bytes.byteLength === 0) throw new HTTPError({ status: 400, message: 'the body is empty' });
  const body = parseExactJson(decode(bytes));
  if (body === undefined) throw new HTTPError({ status: 400, message: 'the body is not JSON' });
  return body;
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new HTTPError({ status: 400, message: 'the body is not UTF-8' });
  }
}
