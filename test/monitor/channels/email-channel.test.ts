import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { UndeliverableError } from '../../../src/monitor/channels/channel.js';
import { createDigest } from '../../../src/monitor/channels/digest.js';
import { emailChannel, type EmailChannelOptions } from '../../../src/monitor/channels/email-channel.js';
import { createLeakSearch } from '../../support/leaks.js';
import { makeCertificate } from '../../support/make-certificate.js';
import { deliverOnce, sampleEvent } from './sample-events.js';

const password = 'canary-pässword-0123';

const folder = await mkdtemp(join(tmpdir(), 'fleetglass-test-'));
const { key, cert } = await makeCertificate(folder, 'localhost');
await rm(folder, { recursive: true });

/** A real SMTP server with TLS and authentication. */
async function startSmtp(options: SMTPServerOptions = {}) {
  const mails: { readonly to: readonly string[]; readonly raw: string }[] = [];
  const server = new SMTPServer({
    key,
    cert,
    authMethods: ['PLAIN', 'LOGIN'],
    onAuth: (auth, _, done) =>
      auth.username === 'fleet' && auth.password === password ? done(null, { user: 'fleet' }) : done(refusal(535)),
    onData(stream, session, done) {
      const receive = async (): Promise<void> => {
        const raw = await text(stream);
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
        done(null, 'queued');
      };
      void receive();
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const make = (changes: Partial<EmailChannelOptions> = {}) =>
    emailChannel({
      name: 'mail',
      host: 'localhost',
      port,
      ca: cert.toString(),
      username: 'fleet',
      password,
      from: 'fleetglass@example.com',
      to: ['oncall@example.com'],
      ...changes,
    });
  return {
    mails,
    make,
    connections: server.connections,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        for (const connection of server.connections) connection.close();
        server.close(() => resolve());
      }),
  };
}

function refusal(responseCode: number, message = 'canary-in-answer'): Error {
  return Object.assign(new Error(message), { responseCode });
}

const headersOf = (raw = ''): string[] => (raw.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ').split('\r\n');

describe('emailChannel', () => {
  it.each([
    ['STARTTLS', {}, {}],
    ['TLS from the beginning', { secure: true }, { tls: 'implicit' }],
  ] as const)(
    'sends a fired and a cleared alert as one thread, over %s with a password',
    async (_, server, options) => {
      await using smtp = await startSmtp(server);
      const channel = smtp.make({ ...options, to: ['oncall@example.com', 'team@example.com'] });
      const runbook = 'https://wiki.example.com/full';
      for (const number of [1, 2])
        expect(await deliverOnce(channel, { event: sampleEvent(number, { runbook }) })).toBeUndefined();
      const [fired, cleared] = smtp.mails.map(({ raw }) => headersOf(raw));
      expect(smtp.mails[0]?.to).toEqual(['oncall@example.com', 'team@example.com']);
      expect(fired).toEqual(
        expect.arrayContaining([
          'From: fleetglass@example.com',
          'To: oncall@example.com, team@example.com',
          'Subject: Firing: nearly-full orders',
          'Auto-Submitted: auto-generated',
          'Content-Type: text/plain; charset=utf-8',
        ]),
      );
      expect(cleared).toContain('Subject: Cleared: nearly-full orders');
      const referencesOf = (lines: readonly string[] = []) => lines.filter((line) => line.startsWith('References: '));
      expect(referencesOf(fired)).toHaveLength(1);
      expect(referencesOf(cleared)).toEqual(referencesOf(fired));
      expect(smtp.mails[0]?.raw).toContain('\r\norders uses 93 % of its memory.\r\n\r\nSeverity: warning\r\n');
      expect(smtp.mails[0]?.raw).toContain(`\r\n${runbook}`);
    },
  );

  it('has no header, recipient or markup of a hostile name', async () => {
    await using smtp = await startSmtp();
    const name = 'x\r\nBcc: evil@example.com\r\n\r\n<script>\u202e ü {{ x }}';
    expect(await deliverOnce(smtp.make(), { event: sampleEvent(1, { name, summary: name }) })).toBeUndefined();
    const [{ to, raw } = { to: [], raw: '' }] = smtp.mails;
    expect(to).toEqual(['oncall@example.com']);
    const names = headersOf(raw).map((line) => line.split(':')[0]);
    expect(names).not.toContain('Bcc');
    expect(names.filter((each) => each === 'Subject')).toHaveLength(1);
    expect(raw).toContain('Content-Type: text/plain; charset=utf-8');
  });

  it('sends a digest as one mail, and again only to the recipients that lack one of its events', async () => {
    await using smtp = await startSmtp();
    const channel = smtp.make({ to: ['oncall@example.com', 'later@example.com'], group: {} });
    const recipientsLeft = ['later@example.com'];
    const events = Array.from({ length: 3000 }, (_, at) => sampleEvent(1, { key: `${at}`, name: `db${at}` }));
    const digest = createDigest(events, { team: 'storage' }, 1);
    expect(await deliverOnce(channel, { digest, recipientsLeft })).toBeUndefined();
    expect(smtp.mails.map(({ to }) => to)).toEqual([recipientsLeft]);
    expect(headersOf(smtp.mails[0]?.raw)).toContain('Subject: 3,000 alerts fired');
    expect(smtp.mails[0]?.raw.match(/^Firing: /gm)).toHaveLength(10);
    expect(smtp.mails[0]?.raw).toContain('and 2,990 more');
  });

  const refusesRecipient = (code: number) => recipientRefusal({ oncall: code });

  it.each<[string, SMTPServerOptions, Partial<EmailChannelOptions>, 'again' | 'never', RegExp]>([
    ['refuses the message for good', dataRefusal(554), {}, 'never', /answered 554$/],
    ['refuses the message for now', dataRefusal(451), {}, 'again', /answered 451$/],
    ['does not know the recipient', refusesRecipient(550), {}, 'never', /refused oncall@example\.com \(550\)$/],
    ['defers the recipient', refusesRecipient(450), {}, 'again', /refused oncall@example\.com \(450\)$/],
    ['requires an authentication', refusesRecipient(530), {}, 'again', /refused oncall@example\.com \(530\)$/],
    ['refuses the password', {}, { password: 'canary-wrong' }, 'again', /answered 535$/],
    ['has no TLS', { disabledCommands: ['STARTTLS'] }, {}, 'again', /has no TLS that can be used \(ETLS\)$/],
    ['has a certificate of another authority', {}, { ca: undefined }, 'again', /cannot be reached \(E\w+\)$/],
    ['is not there', {}, { port: 1 }, 'again', /cannot be reached \(E\w+\)$/],
  ])('whose server %s', async (_, server, options, when, message) => {
    await using smtp = await startSmtp(server);
    const failure = await deliverOnce(smtp.make(options));
    expect(failure?.message).toMatch(/^localhost /);
    expect(failure?.message).toMatch(message);
    expect(failure instanceof UndeliverableError).toBe(when === 'never');
    expect(failure).not.toHaveProperty('recipientsLeft');
    expect(smtp.mails).toEqual([]);
    expect(createLeakSearch([password, 'canary-wrong', 'canary-in-answer'])(failure)).toEqual([]);
  });

  it('sends a message again only to the recipients that were deferred, and gives up those that were refused', async () => {
    const codes: Record<string, number> = { later: 450, gone: 550 };
    await using smtp = await startSmtp(recipientRefusal(codes));
    const channel = smtp.make({ to: ['oncall@example.com', 'later@example.com', 'gone@example.com'] });
    const failure = await deliverOnce(channel);
    const recipientsLeft = ['later@example.com'];
    expect(failure).toMatchObject({
      message: 'localhost refused later@example.com (450), gone@example.com (550)',
      recipientsLeft,
    });
    expect(failure).not.toBeInstanceOf(UndeliverableError);
    // The others have the message, also when the server refuses all recipients of this attempt.
    expect(await deliverOnce(channel, { recipientsLeft })).toMatchObject({
      message: 'localhost refused later@example.com (450)',
      recipientsLeft,
    });
    codes['later'] = 0;
    expect(await deliverOnce(channel, { recipientsLeft })).toBeUndefined();
    // The configuration does not have this recipient any more.
    expect(await deliverOnce(smtp.make(), { recipientsLeft })).toBeUndefined();
    expect(smtp.mails.map(({ to }) => to)).toEqual([['oncall@example.com'], ['later@example.com']]);
    for (const left of [['gone@example.com'], undefined]) {
      const refused = await deliverOnce(channel, { recipientsLeft: left });
      expect(refused).toBeInstanceOf(UndeliverableError);
      expect(refused).toMatchObject({ message: 'localhost refused gone@example.com (550)', recipientsLeft: [] });
    }
  });

  it('whose server hangs after the message fails at its deadline, and closes its connection', async () => {
    await using smtp = await startSmtp({ onData: (stream) => void stream.resume() });
    expect((await deliverOnce(smtp.make({ timeoutMs: 300 })))?.message).toMatch(/^localhost /);
    await expect.poll(() => smtp.connections.size).toBe(0);
  });
});

function dataRefusal(code: number): SMTPServerOptions {
  return {
    onData(stream, _, done) {
      stream.resume();
      stream.on('end', () => done(refusal(code)));
    },
  };
}

/** Refuses the recipients with these names. */
function recipientRefusal(codes: Readonly<Record<string, number>>): SMTPServerOptions {
  return {
    onRcptTo({ address }, _, done) {
      const code = codes[address.split('@')[0] ?? ''] ?? 0;
      done(code > 0 ? refusal(code) : undefined);
    },
  };
}
