import { vi } from 'vitest';
import type { Fetch } from '../../src/core/wire/transport.js';

/** Answers every read with the requested record, and notes the URL. */
export function echoingFetch() {
  return vi.fn<Fetch>(async (url) => {
    const { pathname } = new URL(url);
    return Response.json({ database_id: decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1)) });
  });
}
