import { fleetglass } from './fleetglass.js';
import { floor } from './floor.js';
import type { Peer } from './peer.js';
import { queryCore } from './query-core.js';
import { reduxToolkit } from './redux-toolkit.js';
import { rxjsKeyed } from './rxjs-keyed.js';

/** All compared peers. The first peer is the baseline. */
export const peers: readonly [Peer, ...Peer[]] = [floor, fleetglass, rxjsKeyed, queryCore, reduxToolkit];
