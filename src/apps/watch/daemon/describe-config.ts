import { countOf } from '../../../format/quantities.js';
import type { ChannelConfig } from '../config/channel-schema.js';
import { formatDuration } from '../config/fields.js';
import type { WatchConfig } from '../config/read-config.js';
import { sourceNameOf } from '../config/id-source-config.js';

export function describeConfig(config: WatchConfig): string[] {
  const { baseUrl, state, ids, polling, usage, rules, maintenance, channels, listen, metrics, log, sharing } = config;
  const { tracked = 60_000 } = polling.cadence;
  const { perSecond = 10 } = polling;
  const read = [usage.redis ? 'databases' : '', usage.vector ? 'indices' : ''].filter((each) => each !== '');
  return [
    `service   ${baseUrl}`,
    `state     ${state}`,
    ...(ids.length === 0 ? ['the kept ids alone'] : ids.map(describeSource)).map((source) => `ids       ${source}`),
    `polling   every ${formatDuration(tracked)}, at most ${countOf(perSecond, 'request')} a second`,
    // The URL of Redis may contain a password.
    ...(sharing === undefined
      ? []
      : [`sharing   over Redis at ${new URL(sharing.redis).host}, scope ${sharing.scope}`]),
    `usage     ${read.length === 0 ? 'not read' : `${read.join(' and ')}, every ${formatDuration(usage.every)}`}`,
    ...rules.map(({ name, kind }) => `rule      ${name} (${kind})`),
    ...maintenance.map(
      ({ name, cron, timezone, durationMs }) =>
        `quiet     ${name} (${cron} ${timezone}, for ${formatDuration(durationMs)})`,
    ),
    ...channels.map((channel) => `channel   ${describeChannel(channel)}`),
    `metrics   ${listen === false ? 'off' : `http://${metrics.listen}/metrics`}${metrics.username === undefined ? '' : ', with a password'}${metrics.token === undefined ? '' : ', with a token'}`,
    `log       ${log.level}${log.format === 'json' ? '' : `, as ${log.format}`}`,
  ];
}

function describeSource(source: WatchConfig['ids'][number]): string {
  const every = 'every' in source ? `, every ${formatDuration(source.every)}` : `, ${countOf(source.ids.length, 'id')}`;
  return sourceNameOf(source) + every;
}

/** Shows only the host of a URL, because the path of a webhook is often its secret. */
function describeChannel(channel: ChannelConfig): string {
  const { name, type } = channel;
  const url = 'url' in channel && channel.url !== undefined ? new URL(channel.url).host : '';
  const target = type === 'command' ? channel.command[0] : type === 'email' ? channel.host : url;
  return `${name} (${target === '' ? type : `${type} ${target}`})`;
}
