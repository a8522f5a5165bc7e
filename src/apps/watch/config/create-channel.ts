import type { Channel } from '../../../monitor/channels/channel.js';
import { alertmanagerChannel } from '../../../monitor/channels/alertmanager-channel.js';
import { commandChannel } from '../../../monitor/channels/command-channel.js';
import { logChannel } from '../../../monitor/channels/log-channel.js';
import { webhookChannel } from '../../../monitor/channels/webhook-channel.js';
import type { MonitorLog } from '../../../monitor/log/monitor-log.js';
import type { ChannelConfig } from './channel-schema.js';

/**
 * Makes a channel of the monitor.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid member as the monitor calls it
 */
export function createChannel(config: ChannelConfig, log: MonitorLog): Channel {
  switch (config.type) {
    case 'log':
      // The monitor logs each alert by itself.
      return logChannel({
        name: config.name,
        log: (level, event, facts) =>
          log(level, event.replace('alert', 'notification'), { channel: config.name, ...facts }),
      });
    case 'webhook': {
      const { name, url = '', secret, token, headers, allowHttp, timeout: timeoutMs } = config;
      const all = { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
      return webhookChannel({ name, url, secret, headers: all, allowHttp, timeoutMs });
    }
    case 'command': {
      const { name, command, env, timeout: timeoutMs } = config;
      return commandChannel({ name, command, env, timeoutMs });
    }
    case 'alertmanager': {
      const { name, url, username, password, token: bearerToken, allowHttp, labels, timeout, repeatEvery } = config;
      const account = { username, password, bearerToken };
      return alertmanagerChannel({
        name,
        url,
        ...account,
        allowHttp,
        labels,
        timeoutMs: timeout,
        repeatMs: repeatEvery,
      });
    }
  }
}

const MEMBERS: ReadonlyMap<string, string> = new Map([
  ['bearerToken', 'token'],
  ['timeoutMs', 'timeout'],
  ['repeatMs', 'repeatEvery'],
]);

/** The name in the configuration of a member of a channel of the monitor. */
export function memberOfChannel(member: string): string {
  return MEMBERS.get(member) ?? member;
}
