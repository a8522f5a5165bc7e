import type { Membership, SharingEngine } from '../engine.js';
import { createMemberId, createTabMember } from './tab-member.js';

/** An engine that connects the pages and workers of one origin and one scope by Web Locks and a BroadcastChannel. */
export function createTabsEngine({ scope }: { readonly scope: string }): SharingEngine {
  return {
    join(group, listener) {
      // The types say that both exist everywhere. A server has no navigator, and a page that is not secure has no locks.
      const { navigator } = globalThis as { readonly navigator?: { readonly locks?: LockManager } };
      const locks = navigator?.locks;
      if (locks === undefined) return unsupportedMember('Web Locks are');
      if (typeof BroadcastChannel !== 'function') return unsupportedMember('BroadcastChannel is');
      return createTabMember({ scope, locks, group, listener });
    },
  };
}

function unsupportedMember(missing: string): Membership {
  const message = `${missing} not available here, so this page cannot share its polls with other tabs. Serve the page over https.`;
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
