import { describe, expect, it } from 'vitest';
import { isColourWanted } from '../../../src/apps/terminal/palette.js';

describe('isColourWanted', () => {
  it.each([
    ['on a terminal', {}, true, true],
    ['not in a pipe', {}, false, false],
    ['not in a pipe of CI, which picocolors would colour', { CI: 'true' }, false, false],
    ['not on a dumb terminal', { TERM: 'dumb' }, true, false],
    ['not with NO_COLOR', { NO_COLOR: '1' }, true, false],
    ['on a terminal with an empty NO_COLOR, which counts as not set', { NO_COLOR: '' }, true, true],
    ['in a pipe with FORCE_COLOR', { FORCE_COLOR: '1' }, false, true],
    ['not with FORCE_COLOR=0', { FORCE_COLOR: '0' }, true, false],
    ['not with both, because NO_COLOR wins', { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
  ])('%s', (_, env, isTerminal, expected) => {
    expect(isColourWanted(env, isTerminal)).toBe(expected);
  });
});
