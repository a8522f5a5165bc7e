import { createSeededRandom } from '../../support/seeded-random.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { sampleVectorIndices } from '../../support/sample-vector-indices.js';
import type { VirtualClock } from '../../../src/notebook/replay/virtual-clock.js';
import type { Outage } from './month-script.js';

/** The limits of the fleet, which the service checks. */
export const PER_SECOND = 10;
export const BURST = 20;
export const CONCURRENCY = 8;

/** A 200 that holds no record of the database: each with one fault. */
const HOSTILE: readonly ((text: string) => string)[] = [
  () => '<!doctype html><title>Sign in</title>',
  (text) => text.slice(0, text.length / 2),
  (text) => text.replace(/"(?:database_)?id":"[^"]+"/, '"database_id":"another"'),
  () => '['.repeat(2000),
  () => '{"error":"try again"}',
  () => 'null',
  () => '',
];

/** A service of databases and indices that fails as the script says, and checks its requests. */
export class MonthService {
  readonly #clock: VirtualClock;
  readonly #random: () => number;
  readonly #report: (violation: string) => void;
  readonly #databases: Map<string, object>;
  readonly #indices: readonly { readonly id: string }[];
  readonly #inFlight = new Map<string, number>();
  /** The ids that the service refuses or lacks. */
  readonly faulty = { 'refused-id': new Set<string>(), absent: new Set<string>(), 'absent-index': new Set<string>() };
  /** When each key was last answered with its record, on the monotonic clock. */
  readonly answeredMs = new Map<string, number>();
  outage: Outage | undefined;
  /** Requests since the outage began. */
  outageRequests = 0;
  requests = 0;
  #total = 0;
  #tokens = BURST;
  #checkedMs = 0;
  #heldUntilMs = 0;

  constructor(options: {
    clock: VirtualClock;
    seed: number;
    ids: readonly string[];
    indexIds: readonly string[];
    report: (violation: string) => void;
  }) {
    this.#clock = options.clock;
    this.#random = createSeededRandom(options.seed + 1000);
    this.#report = options.report;
    this.#databases = new Map(
      options.ids.map((id) => [id, { ...sampleDatabase, database_id: id, database_name: `name of ${id}` }]),
    );
    const samples = sampleVectorIndices(options.indexIds.length);
    this.#indices = options.indexIds.map((id, place) => ({ ...samples[place], id }));
  }

  set(id: string, fields: object): void {
    this.#databases.set(id, { ...this.#databases.get(id), ...fields });
  }

  stateOf(id: string): string {
    return (this.#databases.get(id) as { readonly state: string }).state;
  }

  begin(outage: Outage): void {
    this.outage = outage;
    this.outageRequests = 0;
  }

  /** A process that ends takes its requests along, and the next one begins with a full bucket. */
  restart(): void {
    this.#inFlight.clear();
    this.#total = 0;
    this.#tokens = BURST;
    this.#heldUntilMs = 0;
  }

  readonly fetch = async (
    url: string,
    { signal }: { readonly signal?: AbortSignal | null } = {},
  ): Promise<Response> => {
    const [, id] = /database\/([^?/]+)/.exec(url) ?? [];
    const key = id ?? 'list';
    this.#check(key);
    const inFlight = this.#inFlight;
    try {
      return await this.#answer(id, signal);
    } finally {
      // Requests of an earlier process do not count.
      if (inFlight === this.#inFlight) this.#end(key);
    }
  };

  #check(key: string): void {
    const nowMs = this.#clock.monotonic();
    this.#tokens = Math.min(BURST, this.#tokens + ((nowMs - this.#checkedMs) / 1000) * PER_SECOND) - 1;
    this.#checkedMs = nowMs;
    this.requests += 1;
    this.outageRequests += 1;
    this.#total += 1;
    const ofKey = (this.#inFlight.get(key) ?? 0) + 1;
    this.#inFlight.set(key, ofKey);
    if (this.#tokens < -1e-6) this.#report(`a request above the rate: ${key}`);
    if (this.#total > CONCURRENCY) this.#report(`${this.#total} requests in flight`);
    if (ofKey > 1) this.#report(`${ofKey} requests of ${key} in flight`);
    if (nowMs < this.#heldUntilMs) this.#report(`a request of ${key} during a Retry-After`);
  }

  #end(key: string): void {
    this.#total -= 1;
    this.#inFlight.set(key, (this.#inFlight.get(key) ?? 1) - 1);
  }

  async #answer(id: string | undefined, signal: AbortSignal | null | undefined): Promise<Response> {
    const { outage } = this;
    switch (outage) {
      case 'refused':
        throw new TypeError('fetch failed');
      case 'hanging':
        return await new Promise((_, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
        );
      case '429': {
        const seconds = 1 + Math.floor(this.#random() * 600);
        // Another answer may have asked for a longer pause.
        this.#heldUntilMs = Math.max(this.#heldUntilMs, this.#clock.monotonic() + seconds * 1000);
        return answer('{"error":"too many"}', 429, { 'retry-after': String(seconds) });
      }
      case '503':
      case '500':
      case '401':
      case '403':
        return answer('{"error":"no"}', Number(outage));
      case 'slow':
        await new Promise<void>((resolve) => this.#clock.schedule(resolve, 5000));
        break;
      case 'hostile': {
        const spoil = HOSTILE[Math.floor(this.#random() * HOSTILE.length)] as (text: string) => string;
        return answer(spoil(this.#textOf(id)), 200);
      }
      default:
    }
    if (id !== undefined && this.faulty['refused-id'].has(id)) return answer('{"error":"not yours"}', 403);
    if (id !== undefined && this.faulty.absent.has(id)) return answer('{"error":"no such database"}', 404);
    this.answeredMs.set(id ?? 'list', this.#clock.monotonic());
    return answer(this.#textOf(id), 200);
  }

  #textOf(id: string | undefined): string {
    return JSON.stringify(
      id === undefined
        ? this.#indices.filter((index) => !this.faulty['absent-index'].has(index.id))
        : this.#databases.get(id),
    );
  }
}

const answer = (text: string, status: number, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } });
