import { describe, expect, it } from 'vitest';
import { decideFaults } from '../../../src/service/traffic/apply-faults.js';
import type { Fault, InjectedFault } from '../../../src/service/traffic/fault.js';

const never = (): number => 0.999999;

function injected(...faults: Fault[]): InjectedFault[] {
  return faults.map((fault, at) => ({ id: `${at}`, fault, applied: 0 }));
}

/** Returns the ids of the faults of each request, in sequence. */
function idsOf(faults: readonly InjectedFault[], requests: number, random = never): string[][] {
  let left = faults;
  return Array.from({ length: requests }, () => {
    const decision = decideFaults(left, 'get-database', random);
    left = decision.left;
    return decision.chosen.map(({ id }) => id);
  });
}

describe('decideFaults', () => {
  it('applies a fault to exactly `times` requests, then removes it', () => {
    const faults = injected({ kind: 'drop', times: 2 });
    expect(idsOf(faults, 4)).toEqual([['0'], ['0'], [], []]);
    const last = decideFaults([{ id: '0', fault: { kind: 'drop', times: 2 }, applied: 1 }], undefined, never);
    expect(last.left).toEqual([]);
  });

  it('applies a delay and one other fault to the same request', () => {
    const faults = injected(
      { kind: 'drop', times: 1 },
      { kind: 'delay', delayMs: 5 },
      { kind: 'delay', delayMs: 9 },
      { kind: 'garbage' },
    );
    expect(idsOf(faults, 2)).toEqual([
      ['0', '1'],
      ['1', '3'],
    ]);
  });

  it('does not apply a fault of another operation', () => {
    const faults = injected({ kind: 'drop', operation: 'create-database', times: 1 });
    expect(idsOf(faults, 2)).toEqual([[], []]);
    expect(decideFaults(faults, undefined, never)).toEqual({ chosen: [], left: faults });
    expect(decideFaults(faults, 'create-database', never)).toEqual({ chosen: faults, left: [] });
  });

  it('draws a random number for each request of a fault with a share', () => {
    const rolls = [0.1, 0.3, 0.29, 0.9];
    const faults = injected({ kind: 'drop', share: 0.3 });
    expect(idsOf(faults, 4, () => rolls.shift() ?? 1)).toEqual([['0'], [], ['0'], []]);
  });

  it('counts only chosen requests towards `times`', () => {
    const rolls = [0.9, 0.1, 0.9, 0.1, 0.1];
    const faults = injected({ kind: 'drop', share: 0.5, times: 2 });
    expect(idsOf(faults, 5, () => rolls.shift() ?? 1)).toEqual([[], ['0'], [], ['0'], []]);
  });
});
