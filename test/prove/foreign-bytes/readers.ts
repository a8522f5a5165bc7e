import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../src/apps/watch/config/read-config.js';
import { ConfigError } from '../../../src/apps/watch/config/config-problem.js';
import { createFleet, createManagementClient, dehydrate, FleetError, hydrate, type Fleet } from '../../../src/index.js';
import { historyFrom, jsonLinesOf, lastAt } from '../../../src/notebook/index.js';
import { openDirectory } from '../../../src/persistence/directory/index.js';
import { ReadFailure } from '../../../src/probes/read-failure.js';
import { redisInfo } from '../../../src/probes/redis/index.js';
import { createSharing } from '../../../src/sharing/create-sharing.js';
import { ENTRY_FIELDS } from '../../../src/sharing/redis/message-sender.js';
import { readBatches, type StreamEntry } from '../../../src/sharing/redis/stream-entries.js';
import { readMessage } from '../../../src/sharing/tabs/tab-messages.js';
import { createMemoryEngine } from '../../sharing/memory-engine.js';
import { createManualClock } from '../../support/manual-clock.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { arrowFileOf } from './grammars.js';

/** Reads texts of one format, as a program that gets them from outside. */
export interface Reader {
  /** Resolves with `true` if the text is read, and with `false` if it is refused with the documented error. */
  read(text: string): Promise<boolean>;
  close?(): Promise<void>;
}

const credentials = { username: 'somebody@example.com', password: 'password of the account' };
const baseUrl = 'https://api.example.com';

/** Whether a text is read. @param refusal the documented error @throws every other error */
function isRead(reading: Promise<unknown>, refusal: abstract new (...args: never[]) => Error): Promise<boolean> {
  return reading.then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof refusal)) throw error;
      return false;
    },
  );
}

/** A fleet that fails the check if one of its subscribers or timers throws. */
function quietFleet(options: Partial<Parameters<typeof createFleet>[0]>): { fleet: Fleet; close(): void } {
  const failures: unknown[] = [];
  const fleet = createFleet({ baseUrl, credentials, onError: (error) => failures.push(error), ...options });
  return {
    fleet,
    close() {
      fleet.dispose();
      if (failures.length > 0) throw new Error('a subscriber or a timer threw', { cause: failures[0] });
    },
  };
}

function answerReader(call: 'getDatabase' | 'listVectorIndices'): () => Reader {
  return () => {
    let text = '';
    const client = createManagementClient({ baseUrl, credentials, fetch: async () => new Response(text) });
    return {
      async read(given) {
        text = given;
        return isRead(call === 'getDatabase' ? client.getDatabase('id-0') : client.listVectorIndices(), FleetError);
      },
    };
  };
}

function retryAfterReader(): Reader {
  let headers = new Headers();
  const refuse = async (): Promise<Response> => new Response('{}', { status: 429, headers });
  const client = createManagementClient({ baseUrl, credentials, fetch: refuse });
  return {
    async read(text) {
      headers = new Headers();
      try {
        headers.set('retry-after', text);
      } catch {
        // No server can send this header.
        return false;
      }
      const error = await client.getDatabase('a').catch((refused: unknown) => refused);
      const waitMs = error instanceof FleetError && error.code === 'rate-limited' ? (error.retryAfterMs ?? 0) : NaN;
      if (!Number.isSafeInteger(waitMs) || waitMs < 0) throw error;
      return waitMs > 0;
    },
  };
}

function snapshotReader(): Reader {
  return {
    async read(text) {
      const { fleet, close } = quietFleet({});
      fleet.polling.pause();
      try {
        const isRestored = await isRead((async () => hydrate(fleet, tryParse(text) as never))(), FleetError);
        // An accepted snapshot must not break `dehydrate`.
        hydrate(fleet, dehydrate(fleet));
        return isRestored;
      } finally {
        close();
      }
    },
  };
}

/** The text as a message of a member, as the content of a message, and as an entry of a stream in Redis. */
function messageReader(): Reader {
  return {
    async read(text) {
      const clock = createManualClock();
      const engine = createMemoryEngine({ clock });
      const { fleet, close } = quietFleet({
        clock,
        sharing: createSharing(engine),
        fetch: async () => new Response('{}'),
      });
      fleet.databases.add(['id-0', 'id-1']);
      await clock.advance(10);
      // A large text is parsed once, as in use: the time that it takes is measured.
      const isLarge = text.length > 1_000_000;
      const message = isLarge ? undefined : tryParse(text);
      const { from, serial, messages: sent } = ENTRY_FIELDS;
      const entryOf = (id: string, part: string): StreamEntry => [id, [from, 'other', serial, '1', sent, part]];
      const batches = readBatches([['stream', [entryOf('1-0', text), entryOf('2-0', isLarge ? '[]' : `[${text}]`)]]]);
      readMessage({ from: 'other', content: message });
      const [member = ''] = engine.ids;
      for (const each of [message, { message }, ...batches.flatMap(({ messages }) => messages)])
        engine.inject(member, each);
      await clock.advance(1000);
      const hasRecord = fleet.databases.record('id-0').value !== undefined;
      close();
      return hasRecord && batches.some(({ messages }) => messages.length > 0);
    },
  };
}

async function infoReader(): Promise<Reader> {
  let text = '';
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.on('data', (data) => {
      const isInfo = /info/i.test(data.toString('latin1'));
      socket.write(isInfo ? `$${Buffer.byteLength(text)}\r\n${text}\r\n` : '+OK\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const source = redisInfo({ hostOf: () => '127.0.0.1', portOf: () => port, credentials: () => undefined });
  const record = { ...sampleDatabase, state: 'active', tls: false } as const;
  return {
    async read(given) {
      text = given;
      const context = { signal: AbortSignal.timeout(5000), credentials: async () => undefined };
      return isRead(Promise.resolve(source.read?.(record, context)), ReadFailure);
    },
    async close() {
      await source.dispose?.();
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

async function yamlReader(): Promise<Reader> {
  const folder = await mkdtemp(join(tmpdir(), 'fleetglass-test-'));
  const config = join(folder, 'fleetglass.yaml');
  return {
    async read(text) {
      await writeFile(config, text);
      return isRead(readConfig({ config } as Parameters<typeof readConfig>[0], { HOME: folder }), ConfigError);
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Both files of a journal have the text, or the text and a part of it. */
async function journalReader(): Promise<Reader> {
  const folder = await mkdtemp('/dev/shm/fleetglass-test-').catch(() => mkdtemp(join(tmpdir(), 'fleetglass-test-')));
  let number = 0;
  return {
    async read(text) {
      const directory = join(folder, String((number += 1)));
      await (await openDirectory(directory)).close();
      await writeFile(join(directory, 'journal-a.jsonl'), text);
      await writeFile(join(directory, 'journal-b.jsonl'), number % 2 === 0 ? text : text.slice(0, text.length / 2));
      let ids: readonly string[] = [];
      const restored = async (): Promise<void> => {
        const store = await openDirectory(directory);
        const { fleet, close } = quietFleet({ persistence: store });
        fleet.polling.pause();
        try {
          await fleet.ready.then(() => (ids = fleet.databases.tracked.value)).finally(close);
        } finally {
          await store.close();
        }
      };
      const isOpened = await isRead(restored(), FleetError);
      await rm(directory, { recursive: true });
      return isOpened && ids.length > 0;
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** With every second mapping. A history that was read can be written. */
function historyReader(toData: (text: string) => string | Uint8Array = (text) => text): () => Reader {
  let isStrict = false;
  return () => ({
    async read(text) {
      isStrict = !isStrict;
      const mapping = isStrict ? {} : ({ timeZone: 'Europe/Berlin', contradictions: 'last', to: 4e12 } as const);
      const reading = historyFrom(toData(text), mapping).then(async (history) => {
        for await (const part of jsonLinesOf(history)) if (part === '') throw new Error('an empty part');
        lastAt(history, history.to);
      });
      return isRead(reading, FleetError);
    },
  });
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const readers = {
  record: answerReader('getDatabase'),
  list: answerReader('listVectorIndices'),
  'retry-after': retryAfterReader,
  snapshot: snapshotReader,
  message: messageReader,
  info: infoReader,
  yaml: yamlReader,
  journal: journalReader,
  csv: historyReader(),
  'json rows': historyReader(),
  'json lines': historyReader(),
  prometheus: historyReader(),
  arrow: historyReader(arrowFileOf),
} satisfies Record<string, () => Reader | Promise<Reader>>;
