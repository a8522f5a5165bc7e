import { describe, expect, it } from 'vitest';
import { checkPeer } from './peers/check-peer.js';
import { floor } from './peers/floor.js';
import type { Peer, PeerStore } from './peers/peer.js';
import { peers } from './peers/peers.js';

describe('a candidate in the benchmark', () => {
  it.each(peers)('notifies exactly of the changes: $name', (peer) => {
    expect(() => checkPeer(peer)).not.toThrow();
  });

  it.each<[string, (store: PeerStore) => Partial<PeerStore>]>([
    ['a change twice', ({ watch }) => ({ watch: (id, tell) => watch(id, (record) => [tell(record), tell(record)]) })],
    ['equal answers', ({ change }) => ({ change: (record) => change({ ...record, budget: Math.random() }) })],
    ['nothing', () => ({ change() {} })],
    ['a watcher that left', ({ watch }) => ({ watch: (id, tell) => [watch(id, tell), () => {}].at(-1) as () => void })],
    ['one by one of several', ({ change }) => ({ changeAll: (records) => records.forEach(change) })],
  ])('is refused if it contains %s', (_, break_) => {
    const broken: Peer = {
      name: 'broken',
      open(records) {
        const store = floor.open(records);
        return { ...store, ...break_(store) };
      },
    };
    expect(() => checkPeer(broken)).toThrow('broken: ');
  });
});
