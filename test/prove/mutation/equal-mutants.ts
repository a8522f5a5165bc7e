/**
 * The mutants that behave as the original code does, so that no test can notice them, and why. By module; a mutant is
 * written as in the kept results, without the number of its line. They do not count in the score.
 */
export const equalMutants: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  rules: {
    'monitor/rules/checked-rule.ts ConditionalExpression: known !== undefined -> false':
      'A fingerprint is kept to save time, and is the same when it is computed again.',
    'monitor/rules/complete-rule.ts ConditionalExpression: default: return {}; -> default:':
      'The defaults are spread: `undefined` has no members either.',
  },
  verdicts: {
    'notebook/backtest/past-forecasts.ts ConditionalExpression: !isLeft && added.length < MAX_POINTS -> false':
      'Points may be thinned at each reading, which takes longer.',
    'notebook/backtest/past-forecasts.ts ConditionalExpression: added.length < MAX_POINTS -> true':
      'Points may be thinned only before a forecast, which takes more memory.',
    'notebook/backtest/past-forecasts.ts EqualityOperator: added.length < MAX_POINTS -> added.length <= MAX_POINTS':
      'Points may be thinned a reading later.',
    'notebook/backtest/past-forecasts.ts EqualityOperator: added.length < MAX_POINTS -> added.length >= MAX_POINTS':
      'Points may be thinned at each reading, until there are many.',
    'notebook/replay/change-log.ts EqualityOperator: version > follower.version -> version >= follower.version':
      'A version that the fleet shows again has no changes since it was shown.',
  },
};
