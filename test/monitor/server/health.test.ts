import { describe, expect, it, onTestFinished } from 'vitest';
import { createHealth, type HealthParts } from '../../../src/monitor/server/health.js';
import { createFleetUnderTest, quick } from '../../core/fleet/fleet-under-test.js';

/** A monitor in the phase `running`, whose rules were evaluated just now. */
function createHealthUnderTest() {
  const fleet = createFleetUnderTest({ polling: quick });
  const parts: { phase: ReturnType<HealthParts['phase']>; evaluatedMs: number | undefined } = {
    phase: 'running',
    evaluatedMs: 0,
  };
  const health = createHealth({
    fleet: fleet.fleet,
    clock: fleet.clock,
    phase: () => parts.phase,
    evaluatedMs: () => parts.evaluatedMs,
    isStorageFailing: () => false,
  });
  onTestFinished(health.dispose);
  return Object.assign(parts, fleet, { read: health.read });
}

describe('the failures', () => {
  it('are none for 30 s after an evaluation', async () => {
    const monitor = createHealthUnderTest();
    await monitor.advance(30_000);
    expect(monitor.read().failures).toEqual([]);
    await monitor.advance(1000);
    const reasons = ['No rule was evaluated for 31 s. Expected an evaluation within 30 s.'];
    expect(monitor.read()).toEqual({ failures: reasons, unready: reasons });
    monitor.evaluatedMs = 31_000;
    expect(monitor.read().failures).toEqual([]);
  });

  it('tell that the first evaluation does not come', async () => {
    const monitor = createHealthUnderTest();
    monitor.evaluatedMs = undefined;
    expect(monitor.read().failures).toEqual([]);
    await monitor.advance(31_000);
    expect(monitor.read().failures).toHaveLength(1);
  });

  it('do not count the time in which the kept state is read', async () => {
    const monitor = createHealthUnderTest();
    monitor.phase = 'restoring';
    monitor.evaluatedMs = undefined;
    await monitor.advance(120_000);
    expect(monitor.read()).toEqual({ failures: [], unready: ['The kept state is being read.'] });
    monitor.phase = 'running';
    expect(monitor.read().failures).toEqual([]);
  });
});

describe('the reasons why a monitor is not ready', () => {
  it('tell that the service does not answer for the list of indices, also without a known database', async () => {
    const monitor = createHealthUnderTest();
    monitor.service.respond(() => ({ status: 500 }));
    monitor.fleet.indices.track();
    await monitor.advance(1000);
    expect(monitor.read().unready).toEqual(['The service has not answered yet.']);
    monitor.service.respond(() => ({ json: [] }));
    await monitor.advance(600_000);
    monitor.evaluatedMs = monitor.clock.monotonic();
    expect(monitor.read().unready).toEqual([]);
  });

  it('tell that the service has not answered, until its first answer', async () => {
    const monitor = createHealthUnderTest();
    monitor.service.respond(({ id }) => (id === 'gone' ? { status: 404 } : undefined));
    monitor.fleet.databases.add(['a']);
    await monitor.advance(100);
    expect(monitor.read().unready).toEqual(['The service has not answered yet.']);
    // The service answers, although it has no such database.
    monitor.fleet.databases.add(['gone']);
    await monitor.advance(100);
    expect(monitor.read().unready).toEqual([]);
  });
});
