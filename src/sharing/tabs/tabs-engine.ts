import type { Membership, SharingEngine } from '../engine.js';
import { createMemberId, createTabMember } from './tab-member.js';
import type { TabPlatform } from './tab-platform.js';

/** Options of the engine of tabs. */
export interface TabsEngineOptions {
  /** Fleets of different scopes are in different groups. */
  readonly scope: string;
}

/** An engine that connects the pages and workers of one origin by Web Locks and a BroadcastChannel. */
export function createTabsEngine({ scope }: TabsEngineOptions): SharingEngine {
  return {
    join(group, listener) {
      const { locks } = navigator as { readonly locks?: LockManager };
      if (locks === undefined) return unsupportedMember('Web Locks');
      if (typeof BroadcastChannel !== 'function') return unsupportedMember('BroadcastChannel');
      const platform: TabPlatform = { locks, openChannel: (name) => new BroadcastChannel(name) };
      return createTabMember({ scope, platform, group, listener });
    },
  };
}

function unsupportedMember(missing: string): Membership {
  const message = `${missing} is not available here, so this page cannot share its polls with other tabs. Serve the page over https.`;
  return {
    id: createMemberId(),
    status: { state: 'unsupported', message },
    members: new Set(),
    owns: () => false,
    send: () => {},
    acquire: () => Promise.reject(new Error(message)),
    setWilling: () => {},
    leave: () => Promise.resolve(),
  };
}
