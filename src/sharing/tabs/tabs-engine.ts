import type { SharingEngine } from '../engine.js';
import { createTabMember } from './tab-member.js';

/** An engine that connects the pages and workers of one origin and one scope by Web Locks and a BroadcastChannel. */
export function createTabsEngine({ scope }: { readonly scope: string }): SharingEngine {
  return {
    join(group, listener) {
      // The types say that both exist everywhere. A server has no navigator, and a page that is not secure has no locks.
      const { navigator } = globalThis as { readonly navigator?: { readonly locks?: LockManager } };
      return createTabMember({ scope, locks: navigator?.locks, group, listener });
    },
  };
}
