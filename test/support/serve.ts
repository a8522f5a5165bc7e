import type { RequestListener } from 'node:http';
import { onTestFinished } from './concurrent-tests.js';
import { listen } from './listen.js';

/** Serves HTTP on a free port of loopback until the test ends, and returns the address. */
export async function serve(listener: RequestListener): Promise<string> {
  const { url, close } = await listen(listener);
  onTestFinished(close);
  return url;
}
