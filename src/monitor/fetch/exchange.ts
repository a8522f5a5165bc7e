import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import type { BodyReader } from '../../core/wire/read-text.js';

type Controller = Dispatcher.DispatchController;
type ReceivedHeaders = Dispatcher.ResponseData['headers'];

/**
 * One request, and its response with the members that the client and the usage sources read. It makes no streams: the
 * streams of `new Response` and of undici's `request` would take longer than the rest of the request.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly response: Promise<Response>;
  readonly #signal: AbortSignal | undefined;
  #controller: Controller | undefined;
  #resolve!: (response: Response) => void;
  #reject!: (error: unknown) => void;
  readonly #chunks: Uint8Array[] = [];
  #hasEnded = false;
  #failure: { readonly error: unknown } | undefined;
  #wakeReader = (): void => {};

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    signal?.addEventListener('abort', this.#abort);
    if (signal?.aborted === true) this.#abort();
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    // An abort by the controller would close the socket, which the next request can use.
    if (this.#failure !== undefined) throw new Error('The request was aborted before it was sent.');
  }

  onResponseStart(_: Controller, status: number, received: ReceivedHeaders): void {
    if (status < 200) return;
    const response = {
      status,
      ok: status < 300,
      redirected: false,
      type: 'basic',
      body: this.#bodyOf(received['content-encoding']),
      // Made on demand: a success is decoded without its headers.
      get headers() {
        const headers = new Headers();
        for (const [name, values] of Object.entries(received))
          for (const value of [values ?? []].flat()) headers.append(name, value);
        return headers;
      },
    };
    this.#resolve(response as unknown as Response);
  }

  onResponseData(_: Controller, chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#wakeReader();
  }

  onResponseEnd(): void {
    this.#hasEnded = true;
    this.#finish();
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
    this.#reject(error);
    this.#finish();
  }

  #finish(): void {
    this.#signal?.removeEventListener('abort', this.#abort);
    this.#wakeReader();
  }

  /** Supports one coding: no server applies two. */
  #bodyOf(encoding: string | readonly string[] = ''): { cancel(): Promise<void>; getReader(): BodyReader } {
    const coding = String(encoding).trim().toLowerCase();
    const cancel = async (): Promise<void> => this.#cancel();
    const getReader = (): BodyReader => {
      if (coding === '' || coding === 'identity') return { cancel, read: () => this.#read() };
      const decoded = this.#decode(coding);
      return { cancel, read: () => decoded.next() as ReturnType<BodyReader['read']> };
    };
    return { cancel, getReader };
  }

  /** No request asks for compression, but some servers always compress. The reader limits the size after decompression. */
  async *#decode(coding: string): AsyncGenerator<Uint8Array> {
    if (!Object.hasOwn(DECODERS, coding)) throw new TypeError(`The content encoding is not supported: ${coding}.`);
    const decoder = DECODERS[coding as keyof typeof DECODERS]();
    const raw = { [Symbol.asyncIterator]: () => ({ next: () => this.#read() }) };
    try {
      yield* pipeline(Readable.from(raw), decoder, () => {});
    } catch (cause) {
      throw this.#failure === undefined ? new TypeError('fetch failed', { cause }) : this.#failure.error;
    }
  }

  async #read(): ReturnType<BodyReader['read']> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure.error;
      const value = this.#chunks.shift() as Uint8Array<ArrayBuffer> | undefined;
      if (value !== undefined) return { done: false, value };
      if (this.#hasEnded) return { done: true, value: undefined };
      await new Promise<void>((resolve) => (this.#wakeReader = resolve));
    }
  }
}

const DECODERS = { gzip: createGunzip, 'x-gzip': createGunzip, br: createBrotliDecompress, deflate: createInflate };
