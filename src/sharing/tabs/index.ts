import { custom, isName } from '../../core/shared/option-schemas.js';
import { checkOptions } from '../../core/shared/read-options.js';
import { createSharing, type ClosableSharing } from '../create-sharing.js';
import { createTabsEngine } from './tab-member.js';

export type { ClosableSharing } from '../create-sharing.js';

/** The options of {@link tabs}. */
export interface TabsOptions {
  /**
   * Names the user and the account, such as `acme:user-17`; 1 to 256 characters. Tabs of different scopes never exchange
   * anything. All scripts of the origin can read it, so it must not be a secret.
   */
  readonly scope: string;
}

/**
 * Shares the polling between the tabs and the dedicated workers of one origin. One visible tab polls each id for all
 * tabs, which show its answers. Another tab takes over when that tab is hidden, closed, frozen or crashed.
 *
 * It uses Web Locks and a `BroadcastChannel`. Without them, for example in a page that is not secure, each tab polls alone,
 * and `fleet.polling.status` says why. Tabs share only with tabs whose version of this library has the same format.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * await using sharing = tabs({ scope: `acme:${user.id}` });
 * using fleet = createFleet({ baseUrl: '/fleet', sharing });
 * ```
 */
export function tabs(options: TabsOptions): ClosableSharing {
  const expected = 'one name for each user and account: 1 to 256 characters without control characters';
  const { scope } = checkOptions('configure', { scope: custom<string>(isName, expected) }, options);
  return createSharing(createTabsEngine({ scope }));
}
