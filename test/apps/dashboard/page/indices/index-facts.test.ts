import { expect, it } from 'vitest';
import { createIndexFacts } from '../../../../../src/apps/dashboard/page/grid/fleet-facts.js';
import { createFleetUnderTest, quick } from '../../../../core/fleet/fleet-under-test.js';
import { sampleVectorIndices } from '../../../../support/sample-vector-indices.js';

it('calls no index healthy while the list of indices gets no answer', async () => {
  const { fleet, service, clock, advance } = createFleetUnderTest({ polling: quick });
  const answer = (): void => service.respond(() => ({ json: sampleVectorIndices(2) }));
  const facts = createIndexFacts(fleet, clock);
  const conditions = (): unknown[] => facts.value.map(({ health, lastHealth }) => [health.kind, lastHealth.kind]);
  answer();
  facts.subscribe(() => {});
  await advance(5000);
  expect(conditions()).toEqual(Array(2).fill(['healthy', 'healthy']));
  service.respond(() => ({ status: 500, json: {} }));
  await advance(60_000);
  expect(conditions()).toEqual(Array(2).fill(['silent', 'healthy']));
  answer();
  await advance(120_000);
  expect(conditions()).toEqual(Array(2).fill(['healthy', 'healthy']));
});
