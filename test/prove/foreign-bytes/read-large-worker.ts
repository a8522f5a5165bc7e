import { parentPort, workerData } from 'node:worker_threads';
import { threadTimeMs } from '../../support/thread-time.js';
import { readers } from './readers.js';

/** A thread with limited memory that reads one large text. It reports the duration or the failure. */
export interface LargeTask {
  readonly format: keyof typeof readers;
  readonly token: string;
  readonly bytes: number;
}

const { format, token, bytes } = workerData as LargeTask;
const reader = await readers[format]();
const text = token.repeat(Math.ceil(bytes / Buffer.byteLength(token)));
const beginMs = threadTimeMs();
await reader.read(text);
const tookMs = threadTimeMs() - beginMs;
await reader.close?.();
parentPort?.postMessage(tookMs);
