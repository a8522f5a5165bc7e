import { describe, expect, it } from 'vitest';
import type { Drift } from '../../src/core/records/drift.js';
import { reportableDrift } from '../../src/format/reportable-drift.js';

const drift = (path: string, kind: Drift['kind']): Drift => ({ path, kind, expected: 'int64' });

describe('reportableDrift', () => {
  it('leaves out only rounded integers that are shown exactly', () => {
    const exact = [drift('db_request_limit', 'rounded-integer'), drift('[3].max_vector_count', 'rounded-integer')];
    const reported = [
      drift('throughput_vector[0].y', 'rounded-integer'),
      drift('[3].throughput_vector[0].y', 'rounded-integer'),
      drift('port', 'wrong-type'),
    ];
    expect(reportableDrift([...exact, ...reported])).toEqual(reported);
  });
});
