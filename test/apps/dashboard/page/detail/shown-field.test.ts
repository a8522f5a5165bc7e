import { describe, expect, it } from 'vitest';
import { showValue } from '../../../../../src/apps/dashboard/page/detail/shown-field.js';

describe('a value as the page shows it', () => {
  it('is in units for people, with every digit beside it', () => {
    expect(showValue(3_221_225_472, 'bytes')).toMatchObject({ text: '3 GiB', exact: '3,221,225,472 bytes' });
    expect(showValue(250_000_000, 'nanoseconds')).toMatchObject({ text: '250 ms', exact: '250,000,000 ns' });
  });

  it('says nothing twice where its text is exact', () => {
    expect(showValue(512, 'bytes')).not.toHaveProperty('exact');
    expect(showValue(8_024_278_031_528_736_858n, 'count')).toEqual({ text: '8,024,278,031,528,736,858', look: 'text' });
    expect(showValue(-1, 'bytes or unlimited')).toEqual({ text: 'unlimited', look: 'text' });
  });

  it('is a time in UTC where it is one, and says which', () => {
    expect(showValue(1_760_898_785, 'time')).toEqual({
      text: '2025-10-19 18:33:05 UTC',
      exact: '1760898785 in Unix seconds',
      at: 1_760_898_785_000,
      look: 'text',
    });
    expect(showValue(0, 'time')).toMatchObject({ at: 0 });
    expect(showValue(0, 'time or never')).toEqual({ text: 'never', look: 'text' });
    expect(showValue(1e30, 'time')).not.toHaveProperty('at');
    expect(showValue('soon', 'time')).toEqual({ text: 'soon', look: 'text' });
  });

  it.each([
    ['a flag', true, 'flag', 'yes', 'yes'],
    ['a flag that is written as text', 'false', 'flag', 'no', 'no'],
    ['a flag that is neither', 'perhaps', 'flag', 'perhaps', 'text'],
    ['a flag of a number', 1, 'flag', '1', 'text'],
    ['nothing', '', 'text', '–', 'none'],
    ['null', null, 'text', '–', 'none'],
    ['an empty list', [], 'text', 'none', 'none'],
    ['a list', ['eu-west-1', 'us-east-1'], 'text', 'eu-west-1, us-east-1', 'text'],
    ['an identifier', '93e3a3e0-b1c2', 'text', '93e3a3e0-b1c2', 'code'],
    ['an object', { by: 'ops' }, undefined, '{"by":"ops"}', 'code'],
    ['no pending change', undefined, 'change', 'at rest', 'none'],
    ['what was not sent', undefined, 'count', 'not sent', 'none'],
  ] as const)('is as it is: %s', (_, value, meaning, text, look) => {
    expect(showValue(value, meaning)).toEqual({ text, look });
  });

  it('cannot reorder or hide what is beside it', () => {
    expect(showValue('a\u202Eb\nc', 'text').text).toBe('a\\u202eb\\u000ac');
  });
});
