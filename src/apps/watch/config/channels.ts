import { alertmanagerChannel } from '../../../monitor/channels/alertmanager-channel.js';
import type { Channel } from '../../../monitor/channels/channel.js';
import { commandChannel } from '../../../monitor/channels/command-channel.js';
import {
  discordChannel,
  ntfyChannel,
  pagerdutyChannel,
  slackChannel,
} from '../../../monitor/channels/preset-channels.js';
import { emailChannel } from '../../../monitor/channels/email-channel.js';
import { logChannel } from '../../../monitor/channels/log-channel.js';
import { webhookChannel } from '../../../monitor/channels/webhook-channel.js';
import {
  parseHeartbeatOptions,
  startHeartbeat,
  type HeartbeatOptions,
} from '../../../monitor/heartbeat/start-heartbeat.js';
import type { MonitorLog } from '../../../monitor/log/monitor-log.js';
import type { Monitor } from '../../../monitor/monitor.js';
import { issuesOf } from '../../../core/shared/refuse-issues.js';
import type { FleetIssue } from '../../../index.js';
import { isAlertChannel, type AlertChannelConfig, type ChannelConfig } from './channel-schema.js';

const CREATORS: Readonly<Record<Exclude<AlertChannelConfig['type'], 'log'>, (options: never) => Channel>> = {
  webhook: webhookChannel,
  command: commandChannel,
  alertmanager: alertmanagerChannel,
  slack: slackChannel,
  discord: discordChannel,
  pagerduty: pagerdutyChannel,
  ntfy: ntfyChannel,
  email: emailChannel,
};

const RENAMED: Readonly<Record<string, string>> = { timeout: 'timeoutMs', repeatEvery: 'repeatMs', every: 'everyMs' };

/** The options of the monitor for a channel. A secret that was read from a file is beside the member of its file. */
function optionsOf({ type, ...members }: ChannelConfig): object {
  const given = Object.entries(members).filter(([member]) => !member.endsWith('File'));
  const options = Object.fromEntries(given.map(([member, value]) => [RENAMED[member] ?? member, value]));
  const { token, headers, ...others } = options as { readonly token?: string; readonly headers?: object };
  if (type === 'alertmanager') return { ...others, bearerToken: token };
  if (type !== 'webhook' && type !== 'heartbeat') return options;
  return { ...others, headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) } };
}

/** @throws FleetError `invalid-request`, whose `issues` name each invalid member as the monitor calls it */
function createChannel(config: AlertChannelConfig, { log, clean }: ChannelLog): Channel {
  const { type, name } = config;
  if (type !== 'log') return withoutSecrets(CREATORS[type](optionsOf(config) as never), clean);
  // The events get another name, because the monitor itself logs each alert.
  return logChannel({
    name,
    log: (level, event, facts) => log(level, event.replace('alert', 'notification'), { channel: name, ...facts }),
  });
}

/** Hides secrets before the monitor cuts long errors: a search does not find a secret that is cut. */
function withoutSecrets({ deliver, deliverDigest, ...others }: Channel, clean: ChannelLog['clean']): Channel {
  const refuse = (error: Error) => Promise.reject(Object.assign(error, { message: clean(error.message) }));
  const digest: Channel['deliverDigest'] = async (...given) => Promise.resolve(deliverDigest?.(...given)).catch(refuse);
  return {
    ...others,
    deliver: async (...given) => Promise.resolve(deliver(...given)).catch(refuse),
    ...(deliverDigest && { deliverDigest: digest }),
  };
}

type ChannelLog = { readonly log: MonitorLog; readonly clean: (text: string) => string };

/** Returns a function that makes the alert channels. A channel with an unchanged configuration keeps its deliveries. */
export function createChannelMaker(log: ChannelLog): (configs: readonly ChannelConfig[]) => readonly Channel[] {
  let made = new Map<string, Channel>();
  return (configs) => {
    const given = configs.filter(isAlertChannel).map((config) => ({ config, text: JSON.stringify(config) }));
    made = new Map(given.map(({ config, text }) => [text, made.get(text) ?? createChannel(config, log)]));
    return [...made.values()];
  };
}

export function startHeartbeats(configs: readonly ChannelConfig[], monitor: Monitor, log: MonitorLog): () => void {
  const stops = configs
    .filter(({ type }) => type === 'heartbeat')
    .map((config) => startHeartbeat(monitor, { ...(optionsOf(config) as HeartbeatOptions), log }));
  return () => stops.forEach((stop) => stop());
}

export function inspectChannel(config: ChannelConfig, at: string): FleetIssue[] {
  const issues = issuesOf(() =>
    isAlertChannel(config)
      ? createChannel(config, { log: () => {}, clean: String })
      : parseHeartbeatOptions(optionsOf(config) as HeartbeatOptions),
  );
  return issues.map(({ path, message }) => {
    // Only this member: the schema has already checked the others that have another name in the monitor.
    const member = path.replace(/^bearerToken$/, 'token');
    // Only a member that can be in a file can be missing here: the schema requires the others.
    const shown = message.startsWith('missing') ? `is missing; set ${member} or ${member}File` : message;
    return { path: `${at}.${member}`, message: shown };
  });
}
