import { alienSignals } from './alien-signals.js';
import { elf } from './elf.js';
import { fleetglass } from './fleetglass.js';
import { floor } from './floor.js';
import { jotai } from './jotai.js';
import { mobx } from './mobx.js';
import { nanostores } from './nanostores.js';
import type { Peer } from './peer.js';
import { queryCore } from './query-core.js';
import { reduxToolkit } from './redux-toolkit.js';
import { rxjsKeyed } from './rxjs-keyed.js';
import { rxjsNaive } from './rxjs-naive.js';
import { zustand } from './zustand.js';

/** All compared peers. The first peer is the baseline. */
export const peers: readonly [Peer, ...Peer[]] = [
  floor,
  fleetglass,
  alienSignals,
  rxjsKeyed,
  nanostores,
  jotai,
  mobx,
  queryCore,
  zustand,
  rxjsNaive,
  elf,
  reduxToolkit,
];
