import * as fc from 'fast-check';
import { LosslessNumber, stringify } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { scaled } from '../support/scale.js';
import { document } from './api-document.js';
import { createRequests, departuresIn, type JsonObject } from './document-arbitraries.js';
import { createConformance, createRequestJsonSchema } from './document-schemas.js';
import { fieldNamed } from './documented-field.js';
import { createServiceUnderTest, type ServiceUnderTest } from './service-under-test.js';

const departuresOf = createConformance(createRequestJsonSchema());
const aRequest = {
  database_name: 'orders',
  platform: 'gcp',
  primary_region: 'us-central1',
  read_regions: ['eu-west-1'],
  plan: 'payg',
  budget: 20,
  eviction: true,
  tls: false,
};

const service = await createServiceUnderTest();
const strictService = await createServiceUnderTest({ strict: true });

async function answerTo(body: string, asked = service): Promise<{ status: number; value: JsonObject; text: string }> {
  const { status, value, text } = await asked.send('Create a database', { body });
  return { status, value: value as JsonObject, text };
}

/** Returns the body without undocumented members. */
function documentedPart(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const names = document.createRequest.map(({ name }) => name);
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
}

/** Expects that the service and the schema accept the same generated bodies, as far as the service checks them. */
async function expectVerdicts(asked: ServiceUnderTest, judgedPartOf: (body: unknown) => unknown): Promise<void> {
  const verdicts = { accepted: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(nearRequestTexts(), async (body) => {
      const departures = departuresOf(judgedPartOf(JSON.parse(body)));
      const { status, value } = await answerTo(body, asked);
      expect(status, `${body} ${departures.join('; ')}`).toBe(departures.length === 0 ? 200 : 400);
      verdicts[departures.length === 0 ? 'accepted' : 'refused'] += 1;
      const kept = departures.length === 0 ? { database_name: (JSON.parse(body) as JsonObject)['database_name'] } : {};
      expect(value).toMatchObject(kept);
    }),
    { numRuns: scaled({ short: 100, long: 300 }) },
  );
  // The comparison needs both valid and invalid bodies.
  expect(Math.min(verdicts.accepted, verdicts.refused)).toBeGreaterThan(15);
}

describe('create requests to the local service', () => {
  it('accepts exactly the bodies that the schema derived from api.md accepts', () =>
    expectVerdicts(strictService, (body) => body));

  it('ignores unknown fields of a body, unless it is strict', () => expectVerdicts(service, documentedPart));

  it.each(document.createRequest)('refuses a body in which $name departs from api.md, and names it', async (field) => {
    for (const { record } of departuresIn(aRequest, field)) {
      const { status, value } = await answerTo(JSON.stringify(record));
      expect(status).toBe(400);
      expect(value['error']).toContain(field.name);
    }
  });

  it.each<[budget: string, status: number, shown?: string]>([
    ['9223372036854775807', 200],
    ['-9223372036854775808', 200],
    ['9e18', 200, '9000000000000000000'],
    ['9223372036854775808', 400],
    ['-9223372036854775809', 400],
  ])('answers a budget of %s, at the bounds of int64, with %i', async (budget, status, shown = budget) => {
    const answer = await answerTo(
      JSON.stringify({ ...aRequest, budget: 0 }).replace('"budget":0', `"budget":${budget}`),
    );
    expect(answer.status).toBe(status);
    expect(answer.text.includes(`"budget":${shown}`)).toBe(status === 200);
  });

  it('accepts any text as a name, and returns it', async () => {
    for (const name of ['', ' ', 'ä'.repeat(10_000), '🚀', '\u0000\u001b[31m', '\ud800', '../..', '<b>', '__proto__']) {
      const { status, value } = await answerTo(JSON.stringify({ ...aRequest, database_name: name }));
      expect([status, value['database_name']]).toEqual([200, name]);
    }
  });

  it('accepts every pair of platform and primary region, and every budget with every plan', async () => {
    const valuesOf = (name: string): readonly string[] => fieldNamed(document.createRequest, name).values;
    const pairs = [
      ...valuesOf('platform').flatMap((platform) =>
        valuesOf('primary_region').map((region) => ({ platform, primary_region: region })),
      ),
      ...valuesOf('plan').flatMap((plan) => [-1, 0, 1_000_000].map((budget) => ({ plan, budget }))),
    ];
    expect(pairs).toHaveLength(2 * 18 + 9 * 3);
    for (const pair of pairs) {
      expect((await answerTo(JSON.stringify({ ...aRequest, ...pair }))).status, JSON.stringify(pair)).toBe(200);
    }
  });
});

/** Numbers in several notations: the value decides whether a number is an integer. */
const LITERALS = ['0', '-0', '1.0', '-1', '1.5', '1e2', '1E-1', '100e-2', '9e18', '-9e18', '1e19', '1e308', '1e400'];

/** Names that resemble fields, or have a meaning in JavaScript. */
const OTHER_NAMES = ['', 'size', 'Platform', 'database_name ', '__proto__', 'constructor', 'toString', 'length', '0'];

/** Generates JSON texts of create requests that api.md allows, or almost allows. */
function nearRequestTexts(): fc.Arbitrary<string> {
  const { createRequest } = document;
  const fieldNames = fc.constantFrom(...createRequest.map(({ name }) => name));
  const names = fc.oneof({ weight: 4, arbitrary: fieldNames }, fc.constantFrom(...OTHER_NAMES));
  // Values of other enums: each region can be the primary region, but not each can be a read region.
  const enumValues = fc.constantFrom(...createRequest.flatMap(({ values }) => values));
  const single = fc.oneof(
    enumValues,
    enumValues.map((value) => value.toUpperCase()),
    enumValues.map((value) => `${value} `),
    fc.constantFrom(...LITERALS).map((literal) => new LosslessNumber(literal)),
    fc.constantFrom(null, true, false, 'true', '', '1', {}, []),
    fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 8 }),
  );
  const lists = fc.oneof(fc.array(single, { maxLength: 3 }), fc.array(enumValues, { maxLength: 3 }));
  // A text has no member whose value is `undefined`.
  const changes = fc.dictionary(names, fc.oneof(single, lists, fc.constant(undefined)), { maxKeys: 2 });
  const spaces = fc.constantFrom(undefined, 2, '\r\n\t');
  const texts = fc
    .tuple(createRequests, changes, spaces)
    .map(([request, change, space]) => stringify({ ...request, ...change }, undefined, space) ?? '');
  return fc.oneof({ weight: 20, arbitrary: texts }, { weight: 1, arbitrary: fc.json() });
}
