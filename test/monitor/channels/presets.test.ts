import { describe, expect, it } from 'vitest';
import { UndeliverableError, type Channel } from '../../../src/monitor/channels/channel.js';
import { createDigest } from '../../../src/monitor/channels/digest.js';
import {
  discordChannel,
  ntfyChannel,
  pagerdutyChannel,
  slackChannel,
} from '../../../src/monitor/channels/preset-channels.js';
import { startWireServer } from '../../support/wire-server.js';
import { answerWith, createDeliveries, deliverTo, sampleEvent } from './sample-events.js';

const routingKey = 'canary0123456789abcdef0123456789';
const topic = 'canary-topic-0123456789';

const presets = {
  slack: (url: string, options = {}) => slackChannel({ name: 'slack', url: `${url}/services/canary-url`, ...options }),
  discord: (url: string, options = {}) =>
    discordChannel({ name: 'discord', url: `${url}/api/webhooks/1/canary-url?thread_id=7`, ...options }),
  pagerduty: (url: string, options = {}) => pagerdutyChannel({ name: 'pagerduty', url, routingKey, ...options }),
  ntfy: (url: string, options = {}) => ntfyChannel({ name: 'ntfy', url, topic, token: 'canary-token', ...options }),
} satisfies Record<string, (url: string, options?: object) => Channel>;

type Vendor = keyof typeof presets;
const all = Object.keys(presets) as Vendor[];

const texts = { labels: { team: 'storage' }, runbook: 'https://wiki.example.com/full?a=1&b=2' };

/** The body that a vendor gets for an event or a digest. */
async function bodyFor(vendor: Vendor, sent: Parameters<typeof deliverTo>[1], options = {}): Promise<string> {
  const { failure, request } = await deliverTo((url) => presets[vendor](url, options), sent);
  expect(failure).toBeUndefined();
  return request?.body ?? '';
}

const bodyOf = (vendor: Vendor, changes = {}, number = 1): Promise<string> =>
  bodyFor(vendor, { event: sampleEvent(number, { ...texts, ...changes }) });

describe('the messages of presets', () => {
  it('say what fired and what cleared', async () => {
    const plain = (text: string): object => ({ type: 'plain_text', text, emoji: false });
    const facts = ['Severity: warning', 'Database: orders', 'Id: db-1', 'Limit: db_memory_threshold'];
    // https://docs.slack.dev/reference/block-kit/blocks
    expect(JSON.parse(await bodyOf('slack'))).toEqual({
      text: 'Firing: nearly-full orders: orders uses 93 % of its memory.',
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
      blocks: [
        { type: 'header', text: plain('Firing: nearly-full orders') },
        { type: 'section', text: plain('orders uses 93 % of its memory.') },
        { type: 'section', fields: [...facts, 'Since: 2026-01-01T00:00:00.000Z', 'team: storage'].map(plain) },
        { type: 'section', text: { type: 'mrkdwn', text: '<https://wiki.example.com/full?a=1&amp;b=2|Runbook>' } },
      ],
    });
    // https://discord.com/developers/docs/resources/webhook#execute-webhook and …/resources/message#embed-object
    expect(JSON.parse(await bodyOf('discord', {}, 2))).toMatchObject({
      embeds: [
        {
          title: String.raw`Cleared: nearly\-full orders`,
          description: 'orders uses 93 % of its memory.\n[Runbook](<https://wiki.example.com/full?a=1&b=2>)',
          color: 0x12_b7_6a,
          timestamp: '2026-01-01T00:02:00.000Z',
          fields: expect.arrayContaining([
            { name: 'Id', value: String.raw`db\-1`, inline: true },
            { name: 'Lasted', value: '2 min', inline: true },
          ]) as unknown,
        },
      ],
      allowed_mentions: { parse: [] },
    });
    // https://docs.ntfy.sh/publish/#publish-as-json
    expect(JSON.parse(await bodyOf('ntfy', { severity: 'critical' }))).toEqual({
      topic,
      title: 'Firing: nearly-full orders',
      message: expect.stringContaining('memory.\n\nSeverity: critical\nDatabase: orders\n') as string,
      priority: 5,
      tags: ['rotating_light'],
      click: texts.runbook,
    });
    expect(JSON.parse(await bodyOf('ntfy', { severity: 'critical' }, 2))).toMatchObject({
      title: 'Cleared: nearly-full orders',
      priority: 3,
      tags: ['white_check_mark'],
    });
  });

  it.each([
    ['forgotten', 'Reason: The database or index is no longer known.'],
    ['rule-removed', 'Reason: The rule was removed or changed, or no longer applies.'],
  ] as const)('say why an alert has ended whose condition may still hold: %s', async (reason, text) => {
    expect(await bodyFor('slack', { event: { ...sampleEvent(2), reason } })).toContain(text);
    expect(await bodyFor('slack', { event: sampleEvent(2) })).not.toContain('Reason');
  });

  it('trigger and resolve one alert of PagerDuty by our key', async () => {
    const fired = JSON.parse(await bodyOf('pagerduty')) as object;
    const dedup_key = 'fleetglass/nearly-full/database/db-1/db_memory_threshold';
    // https://developer.pagerduty.com/docs/send-alert-event
    expect(fired).toEqual({
      routing_key: routingKey,
      event_action: 'trigger',
      dedup_key,
      client: 'fleetglass',
      payload: {
        summary: 'Firing: nearly-full orders: orders uses 93 % of its memory.',
        source: 'fleetglass',
        severity: 'warning',
        timestamp: '2026-01-01T00:01:00.000Z',
        component: 'db-1',
        group: 'database',
        class: 'nearly-full',
        custom_details: expect.objectContaining({ id: 'db-1', labels: texts.labels }) as unknown,
      },
      links: [{ href: texts.runbook, text: 'Runbook' }],
    });
    expect(JSON.parse(await bodyOf('pagerduty', {}, 2))).toEqual({
      routing_key: routingKey,
      event_action: 'resolve',
      dedup_key,
    });
    const repeated = { ...sampleEvent(1), kind: 'repeated', durationMs: 3_600_000 } as const;
    expect(await bodyFor('pagerduty', { event: repeated })).toBe('');
    expect(presets.pagerduty('https://example.com').sendRepeated).toBe(false);
    expect(await bodyFor('ntfy', { event: repeated })).toMatch(/Still firing: .*For: 1 h/);
    const long = { key: 'k'.repeat(300) };
    const keys = await Promise.all([1, 2].map(async (number) => bodyOf('pagerduty', long, number)));
    const [first, second] = keys.map((body) => (JSON.parse(body) as { dedup_key: string }).dedup_key);
    expect([first, first?.length]).toEqual([second, 64]);
  });

  it.each(all)('tell %s of a test alert that fired and cleared', async (vendor) => {
    await using server = await startWireServer(answerWith(202));
    expect(await createDeliveries([presets[vendor](server.url)]).test()).toEqual([
      { channel: vendor, isDelivered: true },
    ]);
    const [fired, cleared] = server.requests.map(({ body }) => body.replaceAll('\\', ''));
    expect(fired).toContain('Test: Firing: fleetglass-test');
    expect(cleared).toContain(vendor === 'pagerduty' ? 'resolve' : 'Test: Cleared: fleetglass-test');
  });

  const hostile =
    '<!channel> @everyone @here <@U1> *b* [x](http://evil) `c` <https://e|f> &amp; {{ x }}\r\nX-Evil: 1\u202e\ud800';

  it.each(all)('for %s are valid and have no markup or mention of a hostile name', async (vendor) => {
    const changes = { name: hostile, summary: hostile, labels: { team: hostile } };
    const body = await bodyOf(vendor, changes);
    const { custom_details: _, ...shown } = JSON.parse(body).payload ?? {};
    const seen = vendor === 'pagerduty' ? JSON.stringify(shown) : body;
    expect(seen).not.toMatch(/\\r|\u202e|\\ud800/);
    if (vendor === 'slack') {
      expect(seen.replaceAll('<https://wiki.example.com/full?a=1&amp;b=2|Runbook>', '')).not.toMatch(
        /[<>]|@(?:everyone|here)/,
      );
      expect(seen).toContain('&amp;amp; {{ x }} X-Evil: 1');
    }
    if (vendor === 'discord') {
      const [{ title, description }] = JSON.parse(body).embeds;
      expect(title).not.toMatch(/@(?:everyone|here)|(?<!\\)[*[\]`<>|]/);
      expect(description.split('\n')[0]).not.toMatch(/@(?:everyone|here)|(?<!\\)[*[\]`<>|]/);
    }
  });

  it.each(all)('for %s are within the limits of the vendor', async (vendor) => {
    const long = `${'&<*'.repeat(3000)}ü`;
    const labels = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`label${at}`, long]));
    const runbook = `https://example.com/${'a'.repeat(900)}`;
    const parsed = JSON.parse(await bodyOf(vendor, { name: long, summary: long, labels, runbook }));
    const lengths = (value: unknown): number[] =>
      typeof value === 'string' ? [value.length] : Object.values(value ?? {}).flatMap(lengths);
    if (vendor === 'slack') {
      const blocks: { text?: { text: string }; fields?: object[] }[] = parsed.blocks;
      expect(blocks.flatMap(({ fields = [] }) => fields)).toHaveLength(20);
      expect(blocks[0]?.text?.text.length).toBeLessThanOrEqual(150);
      expect(blocks[1]?.text?.text.length).toBeLessThanOrEqual(3000);
      expect(blocks[2]?.fields).toHaveLength(10);
      expect(Math.max(...lengths(blocks[2]?.fields))).toBeLessThanOrEqual(2000);
    }
    if (vendor === 'discord') {
      const [embed] = parsed.embeds;
      expect(embed.title.length).toBeLessThanOrEqual(256);
      expect(embed.description.length).toBeLessThanOrEqual(4096);
      expect(lengths(embed).reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(6000);
      expect(Math.max(...lengths(embed.fields))).toBeLessThanOrEqual(1024);
    }
    if (vendor === 'ntfy') expect(Buffer.byteLength(parsed.message)).toBeLessThanOrEqual(4096);
    if (vendor === 'pagerduty') expect(parsed.payload.summary.length).toBeLessThanOrEqual(1024);
  });

  it.each(['slack', 'discord', 'ntfy'] as const)(
    'for %s list the ten worst of a digest, and the number',
    async (vendor) => {
      const events = Array.from({ length: 3000 }, (_, at) =>
        sampleEvent(1, {
          key: `${at}`,
          name: `db ${at} <!here>`,
          severity: at === 2999 ? 'warning' : 'info',
          startedAt: at,
        }),
      );
      const over = [1, 2].map((number) => sampleEvent(number, { key: 'old', severity: 'critical' }));
      const digest = createDigest([...events, ...over], { team: 'storage' }, 1);
      const body = await bodyFor(vendor, { digest }, { group: {} });
      expect(body).toContain('3,000 alerts fired, 1 alert cleared');
      if (vendor === 'ntfy') expect(JSON.parse(body)).toMatchObject({ tags: ['warning'] });
      expect(body).toContain('The 10 worst of 3,001 alerts:');
      expect(body).toContain('and 2,991 more');
      expect(body.match(/db \d+ /g)).toEqual(['db 2999 ', ...Array.from({ length: 9 }, (_, at) => `db ${at} `)]);
      if (vendor !== 'ntfy') expect(body).not.toContain('<!here>');
    },
  );

  it('list the ids of databases of the same name', async () => {
    const events = ['db-1', 'db-2'].map((id) => sampleEvent(1, { key: id, id, summary: 'Full.' }));
    const body = await bodyFor('ntfy', { digest: createDigest(events, {}, 1) }, { group: {} });
    for (const id of ['db-1', 'db-2']) expect(body).toContain(`Firing: nearly-full orders ${id} (warning): Full.`);
  });
});

it.each(all)(
  'the preset for %s has its deadline, and fails with the delay that the vendor asks for',
  async (vendor) => {
    expect(presets[vendor]('https://example.com', { timeoutMs: 300 }).timeoutMs).toBe(300);
    const { failure, port } = await deliverTo(presets[vendor], {}, answerWith(429, '', { 'retry-after': '30' }));
    expect(failure).not.toBeInstanceOf(UndeliverableError);
    expect(failure).toMatchObject({ message: `127.0.0.1:${port} answered with status 429`, retryAfterMs: 30_000 });
  },
);
