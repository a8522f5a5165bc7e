import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { serve } from './serve.js';

export type ReceiveHook = (text: string, response: ServerResponse, request: IncomingMessage) => void;

/** Starts a receiver of webhooks, which ends with the test. @returns its address */
export function startHookReceiver(receive: ReceiveHook): Promise<string> {
  return serve((request, response) => {
    textOf(request).then(
      (text) => receive(text, response, request),
      // A killed sender leaves an incomplete request.
      () => {},
    );
  });
}
