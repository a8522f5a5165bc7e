import * as v from 'valibot';
import { described, duration, flag, integer, list, name, optional, path, text, withDefault } from './fields.js';

/*
 * The members that several types of channels have.
 */

const A_MEMBER = 'rule, severity, resource, or the name of a label';

export const channelName = described(name, 'Identifies the channel in rules, metrics and logs.');
export const timeout = withDefault(duration('100ms', '5m'), '10s', 'The deadline of one attempt. Default: 10s');
export const token = optional(text, 'Sent as Authorization: Bearer.');
export const tokenFile = optional(path, 'A file with the token.');
export const allowHttp = optional(
  flag,
  'Whether http is allowed for every host. Others can then read what is sent. Default: false',
);

export const group = optional(
  v.pipe(
    v.strictObject({
      by: optional(
        list(v.pipe(v.string(A_MEMBER), v.regex(/^[A-Za-z_]\w{0,99}$/, A_MEMBER)), 'members of an alert'),
        'Makes one digest for each combination of these values: rule, severity, resource, or labels.',
      ),
      wait: withDefault(duration('0s', '10m'), '10s', 'How long events are collected after the first. Default: 10s'),
      max: withDefault(integer(1, 1000), 3, 'At most so many events leave one by one. Default: 3'),
    }),
    v.transform(({ wait, ...others }) => ({ ...others, waitMs: wait })),
  ),
  'Collects events: more than `max` leave as one digest, in a storm once a minute. Default: none',
);

/** For HTTP Basic authentication, or for SMTP. */
export const passwordMembers = {
  username: optional(text, 'The user name; set with password.'),
  usernameFile: optional(path, 'A file with the user name.'),
  password: optional(text, 'The password.'),
  passwordFile: optional(path, 'A file with the password.'),
};
