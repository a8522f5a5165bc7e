/**
 * The mutants that behave as the original code does, so that no test can notice them, and why. By module; a mutant is
 * written as in the kept results, without the number of its line. They do not count in the score.
 */
export const equalMutants: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  commits: {
    'core/store/commits.ts ConditionalExpression: list.length > 0 -> true':
      'An empty list stays empty. The check only saves time.',
    'core/store/commits.ts EqualityOperator: list.length > 0 -> list.length >= 0':
      'An empty list stays empty. The check only saves time.',
  },
  'credential-search': {
    'core/wire/secret-search.ts Regex: /=+$/ -> /=+/': 'Base64 has `=` only at its end.',
  },
  'credential-split': {
    'core/records/credential-fields.ts ConditionalExpression: isCredential === undefined -> true':
      'A known name is tested again, with the same result.',
    'core/records/credential-fields.ts EqualityOperator: known.size < MAX_KNOWN -> known.size <= MAX_KNOWN':
      'One more name is remembered.',
    'core/records/split-credentials.ts ConditionalExpression: known.length === 0 && clean.has(record) -> false':
      'A record without credentials is searched again, with the same result.',
    'core/records/split-credentials.ts ConditionalExpression: secrets.length === 0 -> false':
      'No text contains one of no secrets.',
    'core/records/split-credentials.ts BlockStatement: { if (before !== undefined && !clean.has(before)) return; const isClean = (name: string): boolean =… -> {}':
      'Fewer records are remembered. The others are searched again, with the same result.',
    'core/records/split-credentials.ts ConditionalExpression: before !== undefined && !clean.has(before) -> true':
      'Fewer records are remembered. The others are searched again, with the same result.',
    'core/records/split-credentials.ts ConditionalExpression: before !== undefined -> true':
      'Fewer records are remembered. The others are searched again, with the same result.',
    'core/records/split-credentials.ts LogicalOperator: before !== undefined && !clean.has(before) -> before !== undefined || !clean.has(before)':
      'Fewer records are remembered. The others are searched again, with the same result.',
    "core/records/split-credentials.ts ArrowFunction: (name: string): boolean => !isCredentialField(name) && withoutCredentials(record[name], '') === rec… -> () => undefined":
      'Fewer records are remembered. The others are searched again, with the same result.',
    "core/records/split-credentials.ts ConditionalExpression: !isCredentialField(name) && withoutCredentials(record[name], '') === record[name] -> false":
      'Fewer records are remembered. The others are searched again, with the same result.',
    'core/records/split-credentials.ts ConditionalExpression: changed.every(isClean) -> false':
      'Fewer records are remembered. The others are searched again, with the same result.',
  },
  'entity-store': {
    'core/store/slots.ts ConditionalExpression: slot.isWatched -> false':
      'The store finds a watched slot by its id. The check only saves time.',
  },
  'exact-integers': {
    'core/records/exact-int64.ts ConditionalExpression: value !== undefined -> true':
      'Number(undefined) is NaN, which equals no number.',
  },
  forecast: {
    'core/limits/forecast-of.ts EqualityOperator: place < history.length -> place <= history.length':
      'Behind the last point, every comparison with `undefined` is false.',
    'core/limits/forecast-of.ts EqualityOperator: each < watchedMs -> each <= watchedMs':
      'The same window is tried twice.',
    'core/limits/usage-history.ts EqualityOperator: capacity < MIN_POINTS -> capacity <= MIN_POINTS':
      'No half, quarter or smaller part of 1440 is rounded down to 16.',
    'core/limits/usage-history.ts ConditionalExpression: other.length === 0 || (one.at(-2) ?? -Infinity) < (other[0] as number) -> false':
      'The points are sorted again, with the same result.',
    'core/limits/usage-history.ts ConditionalExpression: other.length === 0 -> false':
      'The points are sorted again, with the same result.',
    'core/limits/usage-history.ts LogicalOperator: other.length === 0 || (one.at(-2) ?? -Infinity) < (other[0] as number) -> other.length === 0 && (one.at(-2) ?? -Infinity) < (other[0] as number)':
      'The points are sorted again, with the same result.',
    'core/limits/usage-history.ts ConditionalExpression: (one.at(-2) ?? -Infinity) < (other[0] as number) -> false':
      'The points are sorted again, with the same result.',
    'core/limits/usage-history.ts UnaryOperator: -Infinity -> +Infinity':
      'The points are sorted again, with the same result.',
  },
  planner: {
    'core/polling/planner.ts ArrayDeclaration: [] -> ["Stryker was here"]':
      'Only targets that have a source are told to it.',
    'core/polling/planner.ts ConditionalExpression: keys.size < this.#polled -> false':
      'The search finds the missing key too, which takes longer.',
  },
  rules: {
    'monitor/rules/checked-rule.ts ConditionalExpression: known !== undefined -> false':
      'A fingerprint is kept to save time, and is the same when it is computed again.',
    'monitor/rules/complete-rule.ts ConditionalExpression: default: return {}; -> default:':
      'The defaults are spread: `undefined` has no members either.',
  },
  scheduler: {
    'core/polling/dispatcher.ts ConditionalExpression: target === undefined -> false':
      'A probe is due only if a key can be polled.',
    'core/polling/scheduler.ts ConditionalExpression: source === undefined -> false':
      'A target without a source is released at once.',
    'core/polling/starvation-guard.ts ConditionalExpression: next !== -1 -> true':
      'The number at index -1 is no lane, and nothing reads it.',
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
  },
  'due-queue': {
    'core/polling/due-queue.ts ConditionalExpression: slot > 0 -> true':
      'Slot 0 has no parent. The comparison with its due time, which is `undefined`, is false.',
    'core/polling/due-queue.ts EqualityOperator: slot > 0 -> slot >= 0':
      'Slot 0 has no parent. The comparison with its due time, which is `undefined`, is false.',
    'core/polling/due-queue.ts EqualityOperator: dueMs < (dues[parentOf(slot)] as number) -> dueMs <= (dues[parentOf(slot)] as number)':
      'A handle that is due with its parent stays in this slot, whether it would rise or sink.',
    'core/polling/due-queue.ts EqualityOperator: child >= size -> child > size':
      'The slot behind the last one still has the due time that sinks, so the second condition is true.',
  },
};
