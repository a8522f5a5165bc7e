import { describe, expect, it } from 'vitest';
import { limitNamed } from '../../../src/core/limits/catalogue.js';
import { limitCatalogue } from '../../../src/core/limits/limit-catalogue.js';
import { apiDocumentText, document } from '../../contract/api-document.js';
import { fieldNamed } from '../../contract/documented-field.js';
import { readSections, sectionNamed } from '../../contract/read-sections.js';

describe('the catalogue of limits', () => {
  it('contains exactly the limits of the document, in its order', () => {
    expect(Object.keys(limitCatalogue.database)).toEqual(document.databaseLimits);
    expect(Object.keys(limitCatalogue.index)).toEqual(document.vectorIndexLimits);
  });

  it('uses the units of the section on limits', () => {
    const text = sectionNamed(readSections(apiDocumentText), 'Limits').statements.join('\n');
    const named = Array.from(text.matchAll(/`(\w+)` \((bytes|nanoseconds|total commands)\b/g), ([, field, unit]) => [
      field,
      unit,
    ]);
    expect(named).toHaveLength(9);
    for (const [field, unit] of named) {
      const { unit: counted } = limitNamed[field as keyof typeof limitNamed];
      expect([field, counted.replace('/month', '')]).toEqual([field, unit?.replace('total ', '')]);
    }
  });

  it.each([
    [/per_sec/, 'rate', /\/s$/],
    [/per_min$/, 'rate', /\/min$/],
    [/daily/, 'quota', /\/day$/],
    [/monthly/, 'quota', /\/month$/],
    [/per_request$|_request_size|_entry_size/, 'ceiling', /^(vectors|bytes)$/],
    [/timeout|idle/, 'timeout', /^nanoseconds$/],
    [/clients|disk|memory|vector_count|total/, 'level', /^(connections|bytes|vectors|undocumented)$/],
  ])('calls a limit that is named like %s a %s', (name, kind, unit) => {
    const found = Object.entries(limitNamed).filter(([field]) => name.test(field));
    expect(found.length).toBeGreaterThan(0);
    for (const [field, limit] of found) {
      expect([field, limit.kind, limit.unit]).toEqual([field, kind, expect.stringMatching(unit)]);
    }
  });

  it('contains the only value that means unlimited', () => {
    const note = fieldNamed(document.vectorIndex, 'max_monthly_bandwidth').note;
    expect(note).toContain('`-1` means unlimited');
    const unlimited = Object.entries(limitNamed).filter(([, limit]) => limit.unlimited !== undefined);
    expect(unlimited.map(([field, limit]) => [field, limit.unlimited])).toEqual([['max_monthly_bandwidth', -1]]);
  });
});
