import { expect, test } from 'vitest';
import { readText, type BodyReader } from '../../../src/core/wire/read-text.js';

const BOM = [0xef, 0xbb, 0xbf];
const EURO = [0xe2, 0x82, 0xac];

function bodyOf(...chunks: readonly (readonly number[])[]): BodyReader {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(Uint8Array.from(chunk));
      controller.close();
    },
  });
  return stream.getReader();
}

const read = (...chunks: readonly (readonly number[])[]): Promise<string> =>
  readText(bodyOf(...chunks), 1000).catch((error: Error) => error.message);

test.each([
  ['ends in the middle of a character', [EURO.slice(0, 2)]],
  ['ends in the middle of a character, in two chunks', [EURO.slice(0, 1), EURO.slice(1, 2)]],
  ['has an invalid byte in the middle of a character', [[0x41, ...EURO.slice(0, 2)], [0xff], [0x41]]],
  ['ends in the middle of a byte order mark', [BOM.slice(0, 2)]],
  ['ends in the middle of a byte order mark, in two chunks', [BOM.slice(0, 1), BOM.slice(1, 2)]],
])('a text that %s does not affect the next text', async (_, chunks) => {
  expect(await read(...chunks)).toBe('the response is not UTF-8');
  // The rest of the text would be read as the end of a character.
  expect(await read(EURO.slice(2))).toBe('the response is not UTF-8');
  expect(await read(EURO)).toBe('€');
  expect(await read(...chunks)).toBe('the response is not UTF-8');
  expect(await read(EURO.slice(0, 1), EURO.slice(1))).toBe('€');
});

test('a byte order mark is removed from each text', async () => {
  for (let nth = 0; nth < 3; nth++) {
    expect(await read([...BOM, 0x41])).toBe('A');
    expect(await read(BOM, [0x41])).toBe('A');
    expect(await read(BOM.slice(0, 1), [...BOM.slice(1), 0x41])).toBe('A');
    // The second one is a character.
    expect(await read([...BOM, ...BOM, 0x41])).toBe('\uFEFFA');
  }
});

test('interleaved reads of several texts do not mix', async () => {
  const controllers: ReadableStreamDefaultController<Uint8Array>[] = [];
  const bodies = [0, 1, 2].map(() => new ReadableStream<Uint8Array>({ start: (each) => void controllers.push(each) }));
  const texts = bodies.map((body) => readText(body.getReader(), 1000));
  for (const byte of EURO) {
    for (const controller of controllers) controller.enqueue(Uint8Array.of(byte));
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const controller of controllers) controller.close();
  expect(await Promise.all(texts)).toEqual(['€', '€', '€']);
});
