/** A module whose tests are judged by mutants. Paths begin in `src` and in `test`. */
export interface JudgedModule {
  readonly files: readonly string[];
  /** The tests that have to notice each mutant: those of the module itself, and of the code next to it. */
  readonly tests: readonly string[];
}

/** The tests of a module must notice at least this share of its mutants, per cent. */
export const LEAST_SCORE = 90;

/** The paths of files in a folder. @param names separated by spaces */
const files = (folder: string, names: string): string[] => names.split(' ').map((name) => `${folder}/${name}.ts`);
const tests = (folder: string, names: string): string[] => names.split(' ').map((name) => `${folder}/${name}.test.ts`);

/** The tests that run a whole scheduler. */
const ofScheduler = tests('core/polling', 'group-member polling-status requests scheduler scheduler-presence');

/** The tests that run a whole store. */
const ofStore = tests('core/store', 'async-values combine commits derive entity-store entry rules');

/** The tests that run a whole monitor. */
const ofMonitor = tests('monitor', 'changed-rules monitor reentrance');

/**
 * The modules that make decisions. A module keeps its name when its files move, are merged or are split, so that its results
 * before and after can be compared.
 */
export const modules: Readonly<Record<string, JudgedModule>> = {
  'alert-steps': {
    files: files('monitor/alerts', 'alert-evaluator alert-steps due-targets step-alert'),
    tests: [...tests('monitor/alerts', 'alert-evaluator alert-life-cycle alert-steps step-alert'), ...ofMonitor],
  },
  'answer-order': {
    files: files('core/fleet', 'request-orders'),
    tests: tests('core/fleet', 'create-database database-reads request-orders'),
  },
  backoff: { files: files('core/polling', 'backoff'), tests: tests('core/polling', 'backoff poll-timing') },
  breaker: { files: files('core/polling', 'breaker verdict'), tests: tests('core/polling', 'breaker verdict') },
  cadence: { files: files('core/polling', 'cadence'), tests: tests('core/polling', 'cadence') },
  commits: { files: files('core/store', 'commits'), tests: ofStore },
  'credential-search': {
    files: files('core/wire', 'secret-search'),
    tests: tests('core/wire', 'secret-search redact'),
  },
  'credential-split': {
    files: files('core/records', 'credential-fields mask-secrets split-credentials'),
    tests: [
      ...tests('core/records', 'credential-fields split-credentials'),
      ...tests('core/fleet', 'credential-echoes credentials-by-value'),
    ],
  },
  deliveries: {
    files: files('monitor/channels', 'attempt channel-health channel-queue deliveries digest event-groups event-lanes'),
    tests: tests('monitor/channels', 'deliveries digests'),
  },
  derive: { files: files('core/store', 'derive'), tests: ofStore },
  'due-queue': { files: files('core/polling', 'due-queue'), tests: tests('core/polling', 'due-queue') },
  'entity-store': { files: files('core/store', 'entity-store slots'), tests: ofStore },
  entry: { files: files('core/store', 'entry'), tests: ofStore },
  'exact-integers': {
    files: files('core/records', 'exact-int64'),
    tests: tests('core/records', 'decode exact-int64 share-equal split-credentials'),
  },
  forecast: {
    files: files('core/limits', 'forecast-of quota-period usage-history'),
    tests: tests('core/limits', 'forecast-of quota-period usage-history'),
  },
  'limit-usage': {
    files: files('core/limits', 'limit-usage measure-limit'),
    tests: [...tests('core/limits', 'fleet-limits fleet-summary limit-usage'), ...tests('core/fleet', 'limits')],
  },
  limiter: { files: files('core/polling', 'limiter'), tests: tests('core/polling', 'limiter requests') },
  planner: { files: files('core/polling', 'planner'), tests: ofScheduler },
  'poll-timing': { files: files('core/polling', 'poll-timing'), tests: tests('core/polling', 'poll-timing') },
  'retry-after': {
    files: [...files('core/wire', 'retry-after'), ...files('core/polling', 'retry-after')],
    tests: [...tests('core/wire', 'retry-after'), ...tests('core/polling', 'breaker poll-timing')],
  },
  rules: {
    files: files('monitor/rules', 'active-rules checked-rule complete-rule evaluate-limit evaluate-record evaluation'),
    tests: [...tests('monitor/rules', 'evaluate parse-rules'), ...tests('monitor/alerts', 'step-alert'), ...ofMonitor],
  },
  scheduler: {
    files: files('core/polling', 'dispatcher scheduler starvation-guard'),
    tests: [...ofScheduler, ...tests('core/polling', 'starvation-guard')],
  },
  thresholds: {
    files: files('core/limits', 'thresholds'),
    tests: [...tests('core/limits', 'fleet-limits limit-usage'), ...tests('core/fleet', 'limits')],
  },
  'token-bucket': {
    files: files('core/polling', 'token-bucket'),
    tests: tests('core/polling', 'requests token-bucket'),
  },
  verdicts: {
    files: [
      ...files('notebook/replay', 'change-log detection'),
      ...files('notebook/backtest', 'forecast-score past-forecasts'),
    ],
    tests: [
      ...tests('notebook/replay', 'change-log detection replay'),
      ...tests('notebook/backtest', 'backtest-forecasts forecast-score past-forecasts'),
    ],
  },
};
