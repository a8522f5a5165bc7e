import { describe, expect, it } from 'vitest';
import { createBatchedFetch } from '../../../../../src/apps/dashboard/page/server/batched-fetch.js';
import { createManualClock } from '../../../../support/manual-clock.js';

/** A server of batches: `records` has the text of each id. An id without a text is unknown. */
function batched(records: Record<string, string>) {
  const clock = createManualClock();
  const requests: { readonly url: string; readonly batch: [id: string, tag: string][] }[] = [];
  let failure: Response | Error | undefined;
  const send = createBatchedFetch(clock, async (url, { body }) => {
    requests.push({ url, batch: typeof body === 'string' ? (JSON.parse(body) as [string, string][]) : [] });
    if (failure instanceof Error) throw failure;
    if (failure !== undefined) return failure.clone();
    const lines = requests.at(-1)?.batch.map(([id, tag], at) => {
      const text = records[id] ?? '{"error":"unknown"}';
      const answer = { status: id in records ? 200 : 404, text, tag: `tag of ${text}` };
      return `${JSON.stringify({ at, ...(tag !== answer.tag && answer) })}\n`;
    });
    return new Response(lines?.toReversed().join(''));
  });
  const get = (id: string, init: RequestInit = {}): Promise<Response> =>
    send(`/fleet/v2/redis/database/${id}?credentials=hide`, init);
  const read = async (id: string): Promise<string> => (await get(id)).text();
  return { clock, requests, get, read, fail: (with_: Response | Error) => (failure = with_) };
}

describe('createBatchedFetch', () => {
  it('sends the first read at once, and those of the next second as one request', async () => {
    const { clock, requests, read } = batched({ a: '1', b: '2', c: '3' });
    const first = read('a');
    await clock.advance(0);
    expect(await first).toBe('1');
    const others = Promise.all([read('b'), read('c')]);
    await clock.advance(999);
    expect(requests).toHaveLength(1);
    await clock.advance(1);
    expect(await others).toEqual(['2', '3']);
    expect(requests.map(({ url, batch }) => [url, batch.map(([id]) => id)])).toEqual([
      ['records', ['a']],
      ['records', ['b', 'c']],
    ]);
  });

  it('answers a read without a change with the text of the last answer, which it keeps for a day', async () => {
    const { clock, requests, read } = batched({ a: '1', b: '2' });
    // So many hours pass before each read. Only those before `b` are not 0.
    for (const hours of [0, 23, 0, 25, 0]) {
      const id = hours === 0 ? 'a' : 'b';
      await clock.advance(hours * 3_600_000);
      const answer = read(id);
      await clock.advance(1000);
      expect(await answer).toBe(id === 'a' ? '1' : '2');
    }
    const tags = requests.flatMap(({ batch }) => batch.flatMap(([id, tag]) => (id === 'a' ? [tag] : [])));
    expect(tags).toEqual(['', 'tag of 1', '']);
  });

  it('answers each read as soon as its line arrives, and fails those without a line', async () => {
    const clock = createManualClock();
    const lines = new TransformStream<Uint8Array, Uint8Array>();
    const writer = lines.writable.getWriter();
    const send = createBatchedFetch(clock, async () => new Response(lines.readable));
    const read = async (id: string): Promise<string> =>
      (await send(`/fleet/v2/redis/database/${id}?credentials=hide`, {})).text();
    const late = expect(read('late')).rejects.toThrow('lacks a database');
    const prompt = read('prompt');
    await clock.advance(0);
    const line = `${JSON.stringify({ at: 1, status: 200, text: '{"é":1}', tag: 't' })}\n`;
    for (const byte of new TextEncoder().encode(line)) await writer.write(Uint8Array.of(byte));
    expect(await prompt).toBe('{"é":1}');
    await writer.close();
    await late;
  });

  it('forgets the Retry-After and the text of an earlier answer', async () => {
    const clock = createManualClock();
    const answers = [
      { at: 0, status: 429, text: 'slow', tag: 'a', retryAfter: '60' },
      { at: 0, status: 204, text: '', tag: 'b' },
    ];
    const send = createBatchedFetch(clock, async () => new Response(`${JSON.stringify(answers.shift())}\n`));
    const retryAfter: unknown[] = [];
    for (const at of [1000, 2000]) {
      const answer = send('/fleet/v2/redis/database/a?credentials=hide', {});
      await clock.advance(at);
      retryAfter.push((await answer).headers.get('retry-after'));
    }
    expect(retryAfter).toEqual(['60', null]);
  });

  it('sends a full batch without a wait', async () => {
    const { clock, requests, read } = batched({});
    const reads = Array.from({ length: 100 }, (_, at) => read(`id-${at}`));
    await Promise.all(reads);
    expect(requests.map(({ batch }) => batch.length)).toEqual([50, 50]);
    expect(clock.pending).toBe(0);
  });

  it('fails each read as the request fails, and ends a read whose signal is aborted', async () => {
    const { clock, requests, get, fail } = batched({});
    fail(new Response('{"error":"no access"}', { status: 401 }));
    const refused = Promise.all([get('a'), get('b')]);
    await clock.advance(1000);
    expect((await refused).map(({ status }) => status)).toEqual([401, 401]);
    fail(new TypeError('fetch failed'));
    const lost = expect(get('a')).rejects.toThrow('fetch failed');
    await clock.advance(1000);
    await lost;
    const { length } = requests;
    const controller = new AbortController();
    const ended = expect(get('a', { signal: controller.signal })).rejects.toThrow('left');
    controller.abort(new Error('left'));
    await ended;
    await expect(get('b', { signal: controller.signal })).rejects.toThrow('left');
    await clock.advance(1000);
    expect(requests).toHaveLength(length);
  });
});
