import { createManualClock } from '../support/manual-clock.js';
import { describeSharingEngine, type EngineGroup, type EngineHost } from './engine-contract.js';
import { createMemoryEngine, type MemoryEngine } from './memory-engine.js';

/** A host whose abilities concern the members that joined through it. */
function hostOf(engine: MemoryEngine): EngineHost {
  const ids: string[] = [];
  const forEach = (action: (id: string) => void) => () => ids.forEach(action);
  return {
    engine: {
      join(group, listener) {
        const member = engine.join(group, listener);
        ids.push(member.id);
        return member;
      },
    },
    kill: forEach(engine.kill),
    cut: forEach(engine.cut),
    heal: forEach(engine.heal),
  };
}

function createGroup(): EngineGroup {
  const clock = createManualClock();
  const engine = createMemoryEngine({ clock, owners: 'split' });
  return {
    clock,
    advance: clock.advance,
    createHost: () => hostOf(engine),
    createOtherGroup: () => hostOf(createMemoryEngine({ clock, owners: 'split' })),
    stop: engine.stop,
    start: engine.start,
  };
}

describeSharingEngine('in memory', createGroup, { stop: true, refuse: true });
