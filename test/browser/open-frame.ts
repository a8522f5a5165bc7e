import { expect, vi } from 'vitest';

/**
 * Loads a script in a page of its own: a frame, with its own modules, timers and locks.
 *
 * @param read returns what the script has put into its window
 */
export async function openFrame<Page extends Window, T>(script: string, read: (page: Page) => T | undefined) {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const element = frame.contentDocument?.createElement('script') ?? expect.unreachable('the frame has a document');
  element.type = 'module';
  element.src = new URL(script, location.href).href;
  frame.contentDocument?.body.append(element);
  const page = frame.contentWindow as unknown as Page;
  return { frame, page, made: await vi.waitUntil(() => read(page), { timeout: 15_000 }) };
}
