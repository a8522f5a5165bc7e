import { PassThrough } from 'node:stream';

/** A terminal that keeps what is written to it. */
export interface FakeTerminal {
  readonly stream: NodeJS.WriteStream;
  /** What was written since it was last asked. */
  written(): string;
  resize(columns: number, rows: number): void;
}

export function createFakeTerminal(columns: number, rows: number): FakeTerminal {
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { columns, rows, isTTY: true });
  return {
    stream: stream as unknown as NodeJS.WriteStream,
    written: () => (stream.read() as string | null) ?? '',
    resize(columns, rows) {
      Object.assign(stream, { columns, rows });
      stream.emit('resize');
    },
  };
}
