/*
 * Requests from the documentation of the receivers, with the page that they are from. A channel must not send members that
 * these examples and tables do not have.
 */

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks, with blocks of the reference of Block Kit. */
const slack = {
  text: 'Danny Torrence left a 1 star review for your property.',
  // https://docs.slack.dev/reference/messaging/payload
  mrkdwn: true,
  // https://docs.slack.dev/messaging/unfurling-links-in-messages
  unfurl_links: true,
  unfurl_media: true,
  blocks: [
    // https://docs.slack.dev/reference/block-kit/blocks/header-block
    { type: 'header', text: { type: 'plain_text', text: 'A Heartfelt Header', emoji: true } },
    {
      type: 'section',
      text: { type: 'mrkdwn', text: 'Danny Torrence left the following review for your property:' },
    },
    // https://docs.slack.dev/reference/block-kit/blocks/section-block
    { type: 'section', fields: [{ type: 'plain_text', text: '*this is plain_text text*', emoji: true }] },
  ],
};

/** https://discord.com/developers/docs/resources/webhook#execute-webhook and …/resources/message#embed-object */
const discord = {
  content: 'Hello, World!',
  tts: false,
  // https://discord.com/developers/docs/resources/message#allowed-mentions-object
  allowed_mentions: { parse: ['users', 'roles'], users: [] },
  embeds: [
    {
      title: 'Hello, Embed!',
      description: 'This is an embedded message.',
      url: 'https://example.com',
      timestamp: '2015-12-31T12:00:00.000Z',
      color: 0xff_00_00,
      fields: [{ name: 'Name', value: 'Value', inline: true }],
    },
  ],
};

/** https://developer.pagerduty.com/docs/send-alert-event */
const pagerduty = {
  payload: {
    summary: 'Example alert on host1.example.com',
    timestamp: '2015-07-17T08:42:58.315+0000',
    source: 'monitoringtool:cloudvendor:central-region-dc-01:852559987:cluster/api-stats-prod-003',
    severity: 'info',
    component: 'postgres',
    group: 'prod-datapipe',
    class: 'deploy',
    custom_details: { 'ping time': '1500ms', 'load avg': 0.75 },
  },
  routing_key: 'samplekeyhere',
  dedup_key: 'samplekeyhere',
  images: [],
  links: [{ href: 'https://example.com/', text: 'Link text' }],
  event_action: 'trigger',
  client: 'Sample Monitoring Service',
  client_url: 'https://monitoring.example.com',
};

/** https://docs.ntfy.sh/publish/#publish-as-json */
const ntfy = {
  topic: 'mytopic',
  message: 'Disk space is low at 5.1 GB',
  title: 'Low disk space alert',
  tags: ['warning', 'cd'],
  priority: 4,
  attach: 'https://filesrv.lan/space.jpg',
  filename: 'diskspace.jpg',
  click: 'https://homecamera.lan/xasds1h2xsSsa/',
};

export const exampleRequests = { slack, discord, pagerduty, ntfy };
