import { afterAll } from 'vitest';
import { createControlClient } from '../../src/service/control/control-client.js';
import { createService } from '../../src/service/service.js';
import { createManualClock } from '../support/manual-clock.js';
import { operationNamed } from './api-document.js';
import type { DocumentedOperation } from './documented-operation.js';

/** An answer as the socket received it. */
export type Answer = Awaited<ReturnType<typeof send>>;

/** The parts of a request that vary. */
export interface RequestParts {
  /** The value for `{id}`. */
  readonly id?: string;
  /** The query, with its question mark. */
  readonly query?: string;
  /** The body, as JSON text. */
  readonly body?: string;
  /** Replaces the documented headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the documented method. */
  readonly method?: string;
  /** Replaces the documented path. */
  readonly path?: string;
}

/** The local service on a real socket, and a function that sends requests to it. */
export type ServiceUnderTest = Awaited<ReturnType<typeof createServiceUnderTest>>;

/** The duration of each of the first two states of a new database. */
export const LIFECYCLE = { creatingMs: 2_000, updatingMs: 1_000 };

/** The smallest valid create request. */
export const aRequest = { database_name: 'orders', platform: 'aws', primary_region: 'eu-west-1' } as const;

export const credentials = { username: 'reader@example.com', password: 'pässword' };
const token = 'contract-control-token';

/** Starts the local service for a file. Requests use the methods, paths and headers of the document, not our client. */
export async function createServiceUnderTest({ strict = false }: { readonly strict?: boolean } = {}) {
  const clock = createManualClock();
  const service = createService({ credentials, controlToken: token, clock, lifecycle: LIFECYCLE, strict });
  afterAll(() => service.close());
  const { url } = await service.listen();
  return {
    url,
    clock,
    control: createControlClient({ baseUrl: url, token }),
    /** Sends a request as in api.md, with the given parts replaced. */
    send: (name: string, parts?: RequestParts) => send(url, operationNamed(name), parts),
  };
}

/** The headers that api.md requires for an operation. */
export function documentedHeaders(operation: DocumentedOperation): Record<string, string> {
  const encoded = Buffer.from(`${credentials.username}:${credentials.password}`, 'utf8').toString('base64');
  return Object.fromEntries(
    operation.headers.map(({ name, value }) => [name, value.replace('<encoded-value>', encoded)]),
  );
}

async function send(url: string, operation: DocumentedOperation, parts: RequestParts = {}) {
  const path = (parts.path ?? operation.path).replace('{id}', encodeURIComponent(parts.id ?? ''));
  const response = await fetch(`${url}${path}${parts.query ?? ''}`, {
    method: parts.method ?? operation.method,
    headers: parts.headers ?? documentedHeaders(operation),
    ...(parts.body !== undefined && { body: parts.body }),
  });
  const { status, headers } = response;
  const text = await response.text();
  return { status, headers, contentType: headers.get('content-type') ?? '', text, value: JSON.parse(text) as unknown };
}
