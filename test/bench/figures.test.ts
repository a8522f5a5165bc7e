import { describe, expect, it } from 'vitest';
import { ownRatios, replaceTables, tablesIn } from './figures.js';

const page = `# Performance

Some text.
  an indented line of it

\`\`\`text
Decode a record
              median   ratio           target  spread
  JSON.parse    2 µs  1.00 ×                     ±1 %
  fleetglass    3 µs  1.50 ×  ≤ 1.40 × missed    ±1 %

A change of 1 of N
              1,000            100,000
  floor       1 µs  1.00 ×  2 µs     1.00 ×
  fleetglass  2 µs  2.00 ×  9 µs  1,234.5 ×
\`\`\`

The end.
`;

describe('the figures of the bench', () => {
  it('finds the ratios of fleetglass, without the targets', () => {
    expect(ownRatios(page)).toEqual([
      { where: 'Decode a record: fleetglass, ratio 1', ratio: 1.5 },
      { where: 'A change of 1 of N: fleetglass, ratio 1', ratio: 2 },
      { where: 'A change of 1 of N: fleetglass, ratio 2', ratio: 1234.5 },
    ]);
  });

  it('replaces the tables that were measured again, and nothing else', () => {
    const output = 'Decode a record\n              median   ratio\n  fleetglass    4 µs  2.00 ×\n\nAnother\n  row\n';
    const replaced = replaceTables(page, output);
    expect(replaced).toContain('fleetglass    4 µs  2.00 ×');
    expect(replaced).not.toContain('1.50 ×');
    expect(replaced).toContain('1,234.5 ×');
    expect(replaced.startsWith('# Performance\n\nSome text.')).toBe(true);
    expect(replaced.endsWith('```\n\nThe end.\n')).toBe(true);
    expect([...tablesIn(replaced).keys()]).toEqual(['Some text.', 'Decode a record', 'A change of 1 of N']);
  });
});
