import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import type { BodyReader } from '../../core/wire/read-text.js';

type Controller = Dispatcher.DispatchController;
type ReceivedHeaders = Dispatcher.ResponseData['headers'];

/** While more bytes of a body wait to be read, no more are taken from the socket. */
const MAX_WAITING_BYTES = 64 * 1024;

/** By the standard of fetch, responses with these statuses have no body. */
const WITHOUT_BODY = new Set([204, 205, 304]);

const DECODERS = { gzip: createGunzip, 'x-gzip': createGunzip, br: createBrotliDecompress, deflate: createInflate };

/**
 * One request, and its response with the members that the client and the usage sources read: `new Response` would take longer
 * than the rest of the request. undici's `request` would close the socket when a request is aborted that waits for it.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly response: Promise<Response>;
  readonly #signal: AbortSignal | undefined;
  #controller: Controller | undefined;
  #resolve!: (response: Response) => void;
  #reject!: (error: unknown) => void;
  #body: Readable | undefined;
  #failure: { readonly error: unknown } | undefined;

  /** @param signal not yet aborted */
  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    signal?.addEventListener('abort', this.#abort);
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    // An abort by the controller would close the socket, which the next request can use.
    if (this.#failure !== undefined) throw new Error('The request was aborted before it was sent.');
  }

  onResponseStart(controller: Controller, status: number, received: ReceivedHeaders): void {
    if (status < 200) return;
    const response = {
      status,
      ok: status < 300,
      redirected: false,
      type: 'basic',
      body: WITHOUT_BODY.has(status) ? null : this.#bodyOf(controller, codingOf(received['content-encoding'])),
      // Made on demand: a success is decoded without its headers.
      get headers() {
        return headersOf(received);
      },
    };
    this.#resolve(response as unknown as Response);
  }

  onResponseData(controller: Controller, chunk: Uint8Array): void {
    if (this.#body?.push(chunk) === false) controller.pause();
  }

  onResponseEnd(): void {
    this.#signal?.removeEventListener('abort', this.#abort);
    this.#body?.push(null);
  }

  onResponseError(_: Controller, cause: unknown): void {
    this.#fail(new TypeError('fetch failed', { cause }));
  }

  readonly #abort = (): void => {
    this.#fail(this.#signal?.reason);
    this.#cancel();
  };

  #cancel(): void {
    this.#controller?.abort(new Error('The request was aborted.'));
  }

  /** The first failure counts: undici reports the error of an aborted request too. */
  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#signal?.removeEventListener('abort', this.#abort);
    this.#reject(error);
    this.#body?.destroy(new Error('The reader gets the failure.'));
  }

  #bodyOf(controller: Controller, coding: string): { cancel(): Promise<void>; getReader(): BodyReader } {
    const body = new Readable({ highWaterMark: MAX_WAITING_BYTES, read: () => controller.resume() });
    // The reader gets the failure, if there is one.
    this.#body = body.on('error', () => {});
    const cancel = async (): Promise<void> => this.#cancel();
    const getReader = (): BodyReader => {
      const chunks = this.#read(body, coding);
      return { cancel, read: () => chunks.next() as ReturnType<BodyReader['read']> };
    };
    return { cancel, getReader };
  }

  /** No request asks for compression, but some servers always compress. The reader limits the size after decompression. */
  async *#read(body: Readable, coding: string): AsyncGenerator<Uint8Array> {
    if (coding !== '' && !Object.hasOwn(DECODERS, coding))
      throw new TypeError(`The content encoding is not supported: ${coding}.`);
    try {
      yield* coding === '' ? body : pipeline(body, DECODERS[coding as keyof typeof DECODERS](), () => {});
    } catch (cause) {
      throw this.#failure === undefined ? new TypeError('fetch failed', { cause }) : this.#failure.error;
    }
  }
}

/** No server applies two codings. @returns an empty text for none */
function codingOf(encoding: string | readonly string[] = ''): string {
  const coding = String(encoding).trim().toLowerCase();
  return coding === 'identity' ? '' : coding;
}

function headersOf(received: ReceivedHeaders): Headers {
  const pairs = Object.entries(received).flatMap(([name, values = []]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  return new Headers(pairs);
}
