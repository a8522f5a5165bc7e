export { createMonitor } from './create-monitor.js';
export { openMonitorState, type MonitorState } from './state/open-monitor-state.js';
export { alertmanagerChannel, type AlertmanagerChannelOptions } from './channels/alertmanager-channel.js';
export { startHeartbeat, type HeartbeatOptions } from './heartbeat/start-heartbeat.js';
export { UndeliverableError } from './channels/channel.js';
export { commandChannel, type CommandChannelOptions } from './channels/command-channel.js';
export {
  discordChannel,
  type DiscordChannelOptions,
  ntfyChannel,
  type NtfyChannelOptions,
  pagerdutyChannel,
  type PagerdutyChannelOptions,
  slackChannel,
  type SlackChannelOptions,
} from './channels/preset-channels.js';
export { emailChannel, type EmailChannelOptions } from './channels/email-channel.js';
export { logChannel, type LogChannelOptions } from './channels/log-channel.js';
export { startMonitorServer, type MonitorServer, type MonitorServerOptions } from './server/monitor-server.js';
export { webhookChannel, type WebhookChannelOptions } from './channels/webhook-channel.js';
export { createPooledFetch, type PooledFetch } from './fetch/pooled-fetch.js';
export type { Monitor, MonitorOptions, MonitorStatus } from './monitor.js';
export type { TestAlertOptions, TestResult } from './channels/test-alert.js';
export type { AlertBody, DigestBody, EventBody } from './channels/event-body.js';
export type { Digest, GroupOptions } from './channels/digest.js';
export type { AlertRecord, Told } from './history/alert-history.js';
export type { Alert, AlertEvent, AlertTarget } from './alerts/alert.js';
export type { Channel, ChannelStatus, Delivery, DeliveryOptions } from './channels/channel.js';
export type { MonitorGroup, MonitorGroupStatus } from './group/monitor-group.js';
export type { AlertSelector, MaintenanceWindow, Quiet, Silence, SilenceOptions } from './quiet/quiet.js';
export type { LogLevel, MonitorLog } from './log/monitor-log.js';
export type { Metrics } from './metrics/create-metrics.js';
export type { MetricsOptions } from './metrics/metrics-options.js';
export type {
  AgeRule,
  DriftRule,
  ForecastRule,
  LimitRule,
  MissingRule,
  PollingRule,
  Rule,
  Severity,
  StateRule,
  TargetKind,
  TransitionRule,
} from './rules/rule.js';
export type { AlertHistoryList, AlertList, ListedAlert, ListedRecord, ListedSilence } from './server/alert-list.js';
export type { MonitorHealth } from './server/health.js';
