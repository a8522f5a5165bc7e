import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { onTestFinished } from './concurrent-tests.js';
import { listen } from './listen.js';

export type ReceiveHook = (text: string, response: ServerResponse, request: IncomingMessage) => void;

/** Starts a receiver of webhooks, which ends with the test. @returns its address */
export async function startHookReceiver(receive: ReceiveHook): Promise<string> {
  const server = createServer((request, response) => {
    textOf(request).then(
      (text) => receive(text, response, request),
      // A killed sender leaves an incomplete request.
      () => {},
    );
  });
  const { url, close } = await listen(server);
  onTestFinished(close);
  return url;
}
