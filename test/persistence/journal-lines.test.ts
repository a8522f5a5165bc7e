import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  formatJournal,
  formatLine,
  mergeJournals,
  parseJournal,
  type JournalLine,
} from '../../src/persistence/directory/journal-lines.js';

/** Lines of a file: a number is a line, `4/6` is line 4 of a batch that ends with 6, `x` is damaged, `~` ends the file within a line. */
function file(lines: string, generation = 1): string {
  return lines
    .split(' ')
    .filter((each) => each !== '')
    .map((each) => {
      if (each === 'x') return 'damaged\n';
      if (each === '~') return '{"sum":"';
      const [line = 0, end = line] = each.split('/').map(Number);
      return formatLine({ generation, line, end, ...(line === 0 ? {} : { key: `key ${line}`, text: '1' }) });
    })
    .join('');
}

const numbersOf = (lines: readonly JournalLine[]): string => lines.map(({ line }) => line).join(' ');

describe('two files of a journal', () => {
  it.each([
    ['are equal', '0 1 2', '0 1 2', '0 1 2', 0, ''],
    ['are empty', '', '', '', 0, 'rewrite'],
    // A process that was killed.
    ['of which the second lacks the last batch', '0 1 2', '0 1', '0 1 2', 0, 'rewrite'],
    ['of which the second ends within a line', '0 1 2', '0 1 ~', '0 1 2', 0, 'rewrite'],
    ['of which the first ends within a line', '0 1 ~', '0 1', '0 1', 0, 'rewrite'],
    ['of which the first ends within a batch', '0 1 2/4 3/4 ~', '0 1', '0 1', 0, 'rewrite'],
    ['of which the second ends within a batch', '0 1 2/3 3', '0 1 2/3', '0 1 2 3', 0, 'rewrite'],
    // Damage of one file.
    ['of which the first has a damaged line', '0 x 2', '0 1 2', '0 1 2', 0, 'repair'],
    ['of which the second has a damaged line', '0 1 2', '0 x 2', '0 1 2', 0, 'repair'],
    ['of which the first has a damaged end', '0 1 x', '0 1 2', '0 1 2', 0, 'repair'],
    ['of which the first is shorter', '0 1', '0 1 2', '0 1 2', 0, 'repair'],
    ['of which the first is empty', '', '0 1 2', '0 1 2', 0, 'repair'],
    ['of which the second is empty', '0 1 2', '', '0 1 2', 0, 'repair'],
    ['of which the first lacks its first line', '1 2', '0 1 2', '0 1 2', 0, 'repair'],
    ['that have different damaged lines', '0 x 2 3', '0 1 x 3', '0 1 2 3', 0, 'repair'],
    // Damage of both.
    ['that lack the first line', 'x 1', 'x 1', '1', 0, 'repair'],
    ['that have the same damaged line', '0 x 2', '0 x 2', '0 2', 1, 'repair'],
    ['that lack the same two lines', '0 3', '0 3', '0 3', 2, 'repair'],
    ['that have the same damaged end', '0 1 x', '0 1 x', '0 1', 1, 'repair'],
    ['of which one has a damaged end, the other ends before', '0 1 x', '0 1', '0 1', 1, 'repair'],
    ['that both end within a batch', '0 1 2/4', '0 1 2/4', '0 1 2', 2, 'rewrite'],
    ['of which the second has begun the torn batch', '0 1 2/4 3/4', '0 1 2/4', '0 1 2 3', 1, 'rewrite'],
    ['of which the first has damage in the last batch', '0 1 2/4 3/4 x', '0 1', '0 1 2 3', 1, 'repair'],
  ])('%s', (_, first, second, lines, lost, needed) => {
    const merged = mergeJournals(parseJournal(file(first)), parseJournal(file(second)), { generation: 0, line: 0 });
    expect([numbersOf(merged.lines), merged.lost]).toEqual([lines, lost]);
    expect([merged.isRepaired, merged.mustRewrite]).toEqual([needed === 'repair', needed !== '']);
  });

  it.each([
    ['is newer', { generation: 2, line: 1 }, 1],
    ['had more lines', { generation: 1, line: 5 }, 3],
    ['had fewer lines', { generation: 1, line: 1 }, 0],
    ['is older', { generation: 0, line: 9 }, 0],
  ])('have lost lines if the store %s', (_, known, lost) => {
    const parsed = parseJournal(file('0 1 2'));
    expect(mergeJournals(parsed, parsed, known).lost).toBe(lost);
  });

  it.each([
    ['a line twice', file('0 1 1 2'), '0 1 2'],
    ['lines of an older generation', file('0 1') + file('2 3', 2), '2 3'],
  ])('with %s are repaired', (_, content, lines) => {
    const merged = mergeJournals(parseJournal(content), parseJournal(content), { generation: 0, line: 0 });
    expect([numbersOf(merged.lines), merged.isRepaired, merged.mustRewrite]).toEqual([lines, true, true]);
  });

  it('of different generations count as the newer one', () => {
    const [older, newer] = [parseJournal(file('0 1 2 3 4')), parseJournal(file('0 1 2', 2))];
    for (const files of [
      [older, newer],
      [newer, older],
    ] as const) {
      const merged = mergeJournals(...files, { generation: 1, line: 4 });
      expect({ ...merged, lines: numbersOf(merged.lines) }).toMatchObject({
        generation: 2,
        lines: '0 1 2',
        last: 2,
        lost: 0,
        isRepaired: true,
      });
    }
  });
});

it('a journal of a large fleet is formatted in several turns of the event loop', async () => {
  const formatted = formatJournal(
    1,
    Array.from({ length: 20_000 }, (_, id) => ({ key: `id/${id}`, text: '{}' })),
  );
  expect(await Promise.race([formatted.then(() => 'the end'), setImmediate('a turn')])).toBe('a turn');
  expect(parseJournal(await formatted)).toMatchObject({ generation: 1, last: 19_999, hasGap: false });
});
