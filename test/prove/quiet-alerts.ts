import type { IncomingMessage, ServerResponse } from 'node:http';
import { createFleet } from 'fleetglass';
import { createMonitor, openMonitorState, type EventBody } from 'fleetglass/monitor';
import { expect } from 'vitest';

/** All rules hold for the same records. */
export const QUIET_RULES = `
  - { name: in-windows, kind: state, in: [suspended], channels: [quiet] }
  - { name: silenced, kind: state, in: [suspended], channels: [quiet] }
  - { name: repeating, kind: state, in: [suspended], channels: [quiet], repeatEvery: 1s }`;

/** Every other minute. */
export const WINDOWS = `
maintenance: [{ name: half, cron: '*/2 * * * *', timezone: UTC, duration: 1m, rules: [in-windows] }]`;

const MINUTE = 60_000;

/** A time that is nearer to a border than this may count as on either side. */
const NEAR_MS = 1500;

/** Within this time, a process has run again. */
const RESTART_MS = 15_000;

/** Silences a rule in the state of a monitor that does not run. @returns when the silence ends, Unix milliseconds */
export async function silenceInState(directory: string, forMs: number): Promise<number> {
  const state = await openMonitorState(directory);
  const fleet = createFleet({ baseUrl: 'http://localhost', fetch: () => Promise.reject(new TypeError('no service')) });
  const monitor = createMonitor({ fleet, state });
  await monitor.ready;
  const { endsAt } = await monitor.addSilence({ forMs, comment: 'known', rules: ['silenced'] });
  await monitor.dispose();
  fleet.dispose();
  await state.close();
  return endsAt;
}

/** A breach of the rules, as a rule that is never quiet reported it. Unix milliseconds. */
export interface ReportedBreach {
  readonly id: string;
  readonly firedAt: number;
  readonly clearedAt: number;
}

/** A webhook for alerts that are quiet part of the time. It accepts everything. */
export function createQuietHook() {
  /** By idempotency key, in the order in which each arrived first. */
  const arrived = new Map<string, { readonly text: string; readonly event: EventBody }>();
  const contradictions: string[] = [];
  const counts = { again: 0, outlasted: 0, held: 0, repeated: 0 };

  /** `rule` is evaluated after the rule that reported the breach. */
  function typesOf(rule: string, { id, firedAt, clearedAt }: ReportedBreach): readonly EventBody['type'][] {
    return Array.from(arrived.values(), ({ event }) => event)
      .filter(({ alert }) => alert.rule === rule && alert.id === id)
      .filter(({ alert }) => Date.parse(alert.firedAt ?? '') >= firedAt)
      .filter(({ alert }) => Date.parse(alert.firedAt ?? '') < clearedAt)
      .map(({ type }) => type);
  }

  /** @param quietUntil returns the end of the quiet time that contains a time, Unix milliseconds */
  function expectHeld(rule: string, breach: ReportedBreach, quietUntil: (at: number) => number | undefined): void {
    const { firedAt, clearedAt } = breach;
    const until = quietUntil(firedAt);
    const isNear = [-NEAR_MS, NEAR_MS].some((ms) => quietUntil(firedAt + ms) !== until);
    // The monitor may not have seen that the breach lasted longer than the quiet time.
    const isSeen = until === undefined || clearedAt < until - NEAR_MS || clearedAt > until + RESTART_MS;
    if (isNear || !isSeen) return;
    const isSent = until === undefined || clearedAt > until;
    if (!isSent) counts.held += 1;
    if (isSent && until !== undefined) counts.outlasted += 1;
    expect([rule, firedAt, ...typesOf(rule, breach)]).toEqual([
      ...[rule, firedAt],
      ...(isSent ? ['alert.fired', 'alert.cleared'] : []),
    ]);
  }

  function expectRepeated(breach: ReportedBreach): void {
    const [first, ...others] = typesOf('repeating', breach);
    const seconds = (breach.clearedAt - breach.firedAt) / 1000;
    expect([first, others.at(-1)]).toEqual(['alert.fired', 'alert.cleared']);
    const repeated = others.slice(0, -1);
    counts.repeated += repeated.length;
    expect(repeated.filter((type) => type !== 'alert.repeated')).toEqual([]);
    expect(repeated.length).toBeLessThanOrEqual(Math.floor(seconds) + 1);
  }

  return {
    counts,
    receive(text: string, response: ServerResponse, { headers }: IncomingMessage): void {
      const key = String(headers['idempotency-key']);
      const earlier = arrived.get(key);
      if (earlier === undefined) arrived.set(key, { text, event: JSON.parse(text) as EventBody });
      else counts.again += 1;
      if (earlier !== undefined && earlier.text !== text) contradictions.push(`${earlier.text} and ${text}`);
      response.writeHead(204).end();
    },
    /** Checks that exactly the breaches that lasted longer than the quiet time were reported, once and in order. */
    expectReported(breaches: readonly ReportedBreach[], silencedUntil: number): void {
      Object.assign(counts, { outlasted: 0, held: 0, repeated: 0 });
      expect(contradictions).toEqual([]);
      for (const breach of breaches) {
        expectHeld('in-windows', breach, (at) =>
          Math.floor(at / MINUTE) % 2 === 0 ? (Math.floor(at / MINUTE) + 1) * MINUTE : undefined,
        );
        expectHeld('silenced', breach, (at) => (at < silencedUntil ? silencedUntil : undefined));
        expectRepeated(breach);
      }
    },
  };
}
