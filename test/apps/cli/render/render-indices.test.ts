import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vectorIndexSchema } from '../../../../src/core/records/vector-index.js';
import { createPalette } from '../../../../src/apps/terminal/palette.js';
import { renderIndices } from '../../../../src/apps/cli/actions/print-records.js';
import { brokenLines } from './broken-lines.js';

const palette = createPalette({}, false);

const index = {
  id: '465c4e34-1aaf-4ba7-a910-bff3bd596259',
  name: 'articles',
  index_type: 'DENSE',
  dimension_count: 1536,
  region: 'us-central1',
  type: 'fixed',
  max_vector_count: 200_000_000,
  similarity_function: 'DOT_PRODUCT',
  embedding_model: 'BGE_M3',
  max_daily_queries: 10_000,
  max_monthly_bandwidth: -1,
  throughput_vector: [
    { x: '2025-10-19 18:34:05 +0000 UTC', y: 12.5 },
    { x: '2025-10-19 18:33:05 +0000 UTC', y: 1 },
  ],
  creation_time: 1_752_649_602,
};

describe('renderIndices', () => {
  it('shows the whole id of each index beside its name on 80 columns', () => {
    const lines = renderIndices([index, { ...index, name: 'b' }], { columns: 80, palette }).split('\n');
    expect(lines[0]).toMatch(/^NAME +ID +TYPE +DIMS +REGION +PLAN$/);
    expect(lines[1]).toMatch(/^articles +465c4e34-1aaf-4ba7-a910-bff3bd596259 +DENSE +1,536 +us-central1 +fixed$/);
    expect(lines[2]).toMatch(/^b +465c4e34-1aaf-4ba7-a910-bff3bd596259 +DENSE/);
    expect(lines[3]).toBe('');
  });

  it('shows all columns without a width limit', () => {
    const [headings, line] = renderIndices([index], { columns: Infinity, palette }).split('\n');
    // Limits, and no use of them.
    expect(headings).toMatch(/MAX VECTORS .*MAX QUERIES\/DAY {2}MAX BANDWIDTH\/MONTH/);
    expect(line).toContain(
      'articles  465c4e34-1aaf-4ba7-a910-bff3bd596259  DENSE  1,536  us-central1  fixed  200,000,000  DOT_PRODUCT  BGE_M3           10,000            unlimited        12.5  2025-07-16T07:06:42Z',
    );
  });

  it('prints lines without control characters, within the terminal, for every record', () => {
    const fields = fc.record(
      Object.fromEntries(
        Object.keys(vectorIndexSchema.entries).map((field) => [
          field,
          fc.jsonValue({ stringUnit: 'binary', maxDepth: 1 }),
        ]),
      ),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.array(fields, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 40, max: 200 }),
        (indices, columns) => {
          const text = renderIndices(indices, { columns, palette });
          expect(text.split('\n').filter((line) => line === '')).toHaveLength(1);
          expect(brokenLines(text, columns)).toEqual([]);
        },
      ),
    );
  });
});
