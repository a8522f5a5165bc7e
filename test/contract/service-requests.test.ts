import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scaled } from '../support/scale.js';
import { parseApiDocument } from './api-document.js';
import { departuresIn, type JsonObject } from './document-arbitraries.js';
import { createConformance, createRequestJsonSchema } from './document-schemas.js';
import { nearRequestTexts } from './near-requests.js';
import { createServiceUnderTest, type ServiceUnderTest } from './service-under-test.js';

const document = parseApiDocument();
const departuresOf = createConformance(createRequestJsonSchema(document));
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

let service: ServiceUnderTest;
let strictService: ServiceUnderTest;

beforeAll(async () => {
  service = await createServiceUnderTest(document);
  strictService = await createServiceUnderTest(document, { strict: true });
});
afterAll(() => Promise.all([service.close(), strictService.close()]));

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

/** Compares the service's verdicts on generated bodies with the schema's verdicts on the parts that the service checks. */
async function expectVerdicts(asked: ServiceUnderTest, judgedPartOf: (body: unknown) => unknown): Promise<void> {
  const verdicts = { accepted: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(nearRequestTexts(document), async (body) => {
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

  it.each(document.createRequest)(
    'accepts a body without $name only where it is not required',
    async ({ name, required }) => {
      const { [name]: _, ...others } = aRequest as JsonObject;
      expect((await answerTo(JSON.stringify(others))).status).toBe(required ? 400 : 200);
    },
  );

  it.each([
    ['9223372036854775807', 200],
    ['-9223372036854775808', 200],
    ['8024278031528736858', 200],
    ['9223372036854775808', 400],
    ['-9223372036854775809', 400],
    ['1e19', 400],
  ])('answers a budget of %s, at the bounds of int64, with %i', async (budget, status) => {
    const answer = await answerTo(
      JSON.stringify({ ...aRequest, budget: 0 }).replace('"budget":0', `"budget":${budget}`),
    );
    expect(answer.status).toBe(status);
    expect(answer.text.includes(`"budget":${budget}`)).toBe(status === 200);
  });

  it('accepts a large budget that is written with an exponent', async () => {
    const { status, text } = await answerTo(JSON.stringify({ ...aRequest, budget: 0 }).replace(':0', ':9e18'));
    expect(status).toBe(200);
    expect(text).toContain('"budget":9000000000000000000');
  });

  it('accepts any text as a name, and returns it', async () => {
    for (const name of ['', ' ', 'ä'.repeat(10_000), '🚀', '\u0000\u001b[31m', '\ud800', '../..', '<b>', '__proto__']) {
      const { status, value } = await answerTo(JSON.stringify({ ...aRequest, database_name: name }));
      expect([status, value['database_name']]).toEqual([200, name]);
    }
  });

  it('accepts every pair of platform and primary region, and every budget with every plan', async () => {
    const valuesOf = (name: string): readonly string[] =>
      document.createRequest.find((field) => field.name === name)?.values ?? [];
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
