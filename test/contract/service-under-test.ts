import { createControlClient, type ControlClient } from '../../src/service/control/control-client.js';
import { createService } from '../../src/service/service.js';
import { createManualClock, type ManualClock } from '../support/manual-clock.js';
import type { ApiDocument } from './api-document.js';
import type { DocumentedOperation } from './documented-operation.js';

/** An answer as it came over the socket. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly contentType: string;
  readonly text: string;
  /** The text as JSON. */
  readonly value: unknown;
}

/** The parts of a request that api.md does not fix. */
export interface RequestParts {
  /** Takes the place of `{id}`. */
  readonly id?: string;
  /** With its question mark. */
  readonly query?: string;
  /** JSON text. */
  readonly body?: string;
  /** Instead of the documented ones. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the documented one. */
  readonly method?: string;
  /** Instead of the documented one. */
  readonly path?: string;
}

/** The local service on a real socket, and how it is asked. */
export interface ServiceUnderTest {
  readonly url: string;
  readonly clock: ManualClock;
  readonly control: ControlClient;
  /** Sends a request as api.md documents it, but for the given parts. */
  send(operation: string, parts?: RequestParts): Promise<Answer>;
  close(): Promise<void>;
}

/** How long a new database stays in each of its two first states. */
export const LIFECYCLE = { creatingMs: 2_000, updatingMs: 1_000 };

/** The account of the service. */
export const credentials = { username: 'reader@example.com', password: 'pässword' };
const token = 'contract-control-token';

/**
 * Starts the local service, and asks it with methods, paths and headers taken from the document: nothing of our
 * client is in between.
 */
export async function createServiceUnderTest(
  document: ApiDocument,
  { strict = false }: { readonly strict?: boolean } = {},
): Promise<ServiceUnderTest> {
  const clock = createManualClock();
  const service = createService({ credentials, controlToken: token, clock, lifecycle: LIFECYCLE, strict });
  const { url } = await service.listen();
  return {
    url,
    clock,
    control: createControlClient({ baseUrl: url, token }),
    send: (name, parts) => send(url, operationNamed(document, name), parts),
    close: () => service.close(),
  };
}

/** The headers that api.md wants of an operation. */
export function documentedHeaders(operation: DocumentedOperation): Record<string, string> {
  const encoded = Buffer.from(`${credentials.username}:${credentials.password}`, 'utf8').toString('base64');
  return Object.fromEntries(
    operation.headers.map(({ name, value }) => [name, value.replace('<encoded-value>', encoded)]),
  );
}

function operationNamed(document: ApiDocument, name: string): DocumentedOperation {
  const operation = document.operations.find((candidate) => candidate.name === name);
  if (operation === undefined) throw new Error(`api.md: no operation ${name}`);
  return operation;
}

async function send(url: string, operation: DocumentedOperation, parts: RequestParts = {}): Promise<Answer> {
  const path = (parts.path ?? operation.path).replace('{id}', encodeURIComponent(parts.id ?? ''));
  const response = await fetch(`${url}${path}${parts.query ?? ''}`, {
    method: parts.method ?? operation.method,
    headers: parts.headers ?? documentedHeaders(operation),
    ...(parts.body !== undefined && { body: parts.body }),
  });
  const { status, headers } = response;
  const text = await response.text();
  return { status, headers, contentType: headers.get('content-type') ?? '', text, value: JSON.parse(text) };
}
