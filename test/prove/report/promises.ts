/** A test file below `test/`, and the beginning of the names of the tests that count; all tests of the file without it. */
export type TestSource = string | readonly [file: string, names: string];

/** Something that fleetglass promises, and the tests that try it. */
export interface Promised {
  readonly promise: string;
  /** The sentence of the README that makes this promise, or a part of it. */
  readonly readme?: string;
  /** The conditions of its tests. */
  readonly under: string;
  readonly tests: readonly TestSource[];
}

const state = 'core/store/rules.test.ts';
const rules = 'core/fleet/polling-rules.test.ts';
const refusals = 'core/fleet/refusals.test.ts';
const week = 'properties/virtual-week.test.ts';
const foreign = 'prove/foreign-bytes.prove.ts';
const sharing = 'sharing/sharing.test.ts';
const redisFaults = 'prove/replica-faults.prove.ts';
const tabs = 'prove/tabs.prove.ts';
const store = 'persistence/store.test.ts';
const damage = 'persistence/damage.test.ts';
const kills = 'prove/monitor-kills.prove.ts';
const ofBinding = (name: string): string => `bindings/${name}/${name}.test.ts`;

/** Every promise of the README and of the design, by subject. docs/proof.md has a row for each. */
export const promises: Readonly<Record<string, readonly Promised[]>> = {
  'The state': [
    {
      promise:
        'A view has its value at once and keeps its reference until it changes. A subscriber gets each change once.',
      readme: 'a view notifies you when its part of the fleet changes',
      under: 'subscribers that change the store, in random programs',
      tests: [[state, 'rules of the state > 1.'], 'properties/store.test.ts'],
    },
    {
      promise: 'A commit is atomic: its first subscriber sees all of it.',
      under: 'commits in commits, subscribers that throw',
      tests: [[state, 'rules of the state > 2.'], 'core/store/commits.test.ts', 'core/store/combine.test.ts'],
    },
    {
      promise:
        'A change inside a subscriber waits for the running notification. All subscribers end at the same value.',
      under: 'changes made by subscribers',
      tests: [[state, 'rules of the state > 3.']],
    },
    {
      promise: 'A subscriber that throws affects no other subscriber and no poll.',
      under: 'subscribers that throw and reject, also in onError itself',
      tests: [[state, 'rules of the state > 4.'], 'core/store/guard.test.ts'],
    },
    {
      promise: 'A view never errors, and completes when the fleet is disposed.',
      under: 'disposal during requests, commits and subscriptions',
      tests: [[state, 'rules of the state > 5.'], 'core/fleet/dispose.test.ts'],
    },
    {
      promise: 'An equal answer changes nothing but the time of its confirmation.',
      under: 'answers with other texts and equal values',
      tests: [[state, 'rules of the state > 6.'], 'core/records/share-equal.test.ts'],
    },
    {
      promise: 'The cost of a change depends on what changed, not on the size of the fleet.',
      readme: 'One change among 100,000 records',
      under: 'fleets of ten times the size',
      tests: ['costs/costs.test.ts'],
    },
    {
      promise: 'An older answer never overwrites a newer one.',
      under: 'answers in another order than their requests, a clock that is set back',
      tests: [
        [state, 'rules of the state > 8.'],
        'core/fleet/request-orders.test.ts',
        'core/fleet/clock-set-back.test.ts',
      ],
    },
    {
      promise: 'An answer that cannot be read leaves the last good record in place, stale and with the error.',
      under: 'cut, slow, huge, wrong and reset answers, also over real HTTP',
      tests: [
        [state, 'rules of the state > 9.'],
        'core/fleet/database-reads.test.ts',
        'core/wire/transport-body.test.ts',
      ],
    },
    {
      promise: 'The memory of a fleet that runs for long does not grow.',
      under: 'subscribers and ids that come and go',
      tests: ['properties/fleet-heap.prove.ts', 'prove/monitor-soak.prove.ts'],
    },
  ],
  'The polling': [
    {
      promise: 'One timer serves any number of ids, on a monotonic clock.',
      readme: 'One timer schedules 100,000 ids',
      under: 'wall clocks that are set, delays over 24 days',
      tests: [['core/polling/scheduler.test.ts', 'one due-queue, one armed timer'], week],
    },
    {
      promise: 'The cadence decides how often an id is polled, and a user can replace it.',
      under: 'cadences that throw or return invalid values',
      tests: [[rules, 'the cadence'], 'core/polling/cadence.test.ts', 'core/fleet/pace.test.ts'],
    },
    {
      promise: 'Many ids are never polled together, and after sleep each is polled at most once to catch up.',
      under: 'a week on a virtual clock, with a sleep of 8 hours',
      tests: [[rules, 'ids are spread'], ['core/polling/scheduler.test.ts', 'after sleep'], week],
    },
    {
      promise:
        'At most 8 requests are in flight and 10 a second start, with bursts of 20. At most one request of an id is in flight.',
      readme: 'fleetglass polls it within a rate limit',
      under: 'recoveries, many callers, random programs',
      tests: [
        [rules, 'at most 8 in flight'],
        'core/polling/recovery.test.ts',
        'properties/fleet-requests.test.ts',
        'core/polling/token-bucket.test.ts',
      ],
    },
    {
      promise: 'No priority starves another priority.',
      under: '25 ids that always change, callers at twice the rate',
      tests: [['core/polling/scheduler.test.ts', 'no priority starves'], 'core/polling/starvation-guard.test.ts'],
    },
    {
      promise: 'Failed ids back off and do not delay the others. After an outage 20 ids are fresh within 10 s.',
      under: 'refused connections and 503, 20 seeds',
      tests: [
        'core/polling/recovery.test.ts',
        'core/polling/backoff.test.ts',
        [rules, 'failed ids back off'],
        [rules, 'after an outage of 10 s'],
      ],
    },
    {
      promise: 'A 429 pauses all requests for as long as the service asks, one hour at most.',
      under: 'Retry-After in both forms, huge, absent and malformed',
      tests: [
        [rules, '429 pauses'],
        'core/wire/retry-after.test.ts',
        [foreign, 'the reader of the format retry-after'],
      ],
    },
    {
      promise: '401 and 403 stop the polling if they concern the account, and slow one id if they concern it.',
      under: 'refusals of one, some and all ids, new credentials in between',
      tests: [refusals],
    },
    {
      promise: 'An hour of outage costs a hundredth of the usual requests, and its end is noticed soon.',
      under: '503, refused connections and answers that never come',
      tests: [[rules, 'outage of one hour'], week],
    },
    {
      promise: 'A missing database stays known and may come back.',
      under: '404',
      tests: [[rules, '404 marks']],
    },
    {
      promise: 'A hidden or offline page pauses, and refreshes what is due within a second of its return.',
      under: 'real Chromium; frozen pages',
      tests: ['core/polling/scheduler-presence.test.ts', 'browser/presence.test.ts'],
    },
    {
      promise: 'Polling works wherever JavaScript runs.',
      readme: 'Runs in browsers, Node, Deno and workers',
      under: 'Node, Deno, workers, Chromium',
      tests: [
        'runtimes/deno.test.ts',
        'runtimes/public-api.test.ts',
        'browser/worker.test.ts',
        'prove/node-versions.prove.ts',
      ],
    },
  ],
  'The wire': [
    {
      promise: 'One deadline covers a request. Its answer is limited in size, and redirects are refused.',
      under: 'bodies that never end, that expand, that are cut; redirects',
      tests: ['deadline', 'body', 'redirect', 'abort'].map((part) => `core/wire/transport-${part}.test.ts`),
    },
    {
      promise: 'Requests and answers are those of api.md, each field and enum value.',
      under: 'values generated from api.md itself',
      tests: [
        'contract/client.test.ts',
        'contract/decode.test.ts',
        'contract/service-requests.test.ts',
        'contract/coverage.test.ts',
        'contract/schemas.test.ts',
      ],
    },
    {
      promise: 'Answers are read tolerantly or refused. None crashes, hangs or takes memory of ten times its size.',
      under: 'texts near the expected ones, and large ones of one token',
      tests: [
        [foreign, 'the reader of the format record'],
        [foreign, 'the reader of the format list'],
        'core/records/decode-hostile.test.ts',
      ],
    },
    {
      promise: 'int64 fields keep every digit.',
      under: 'integers around 2^53 and 2^63 in every notation',
      tests: ['core/records/exact-int64.test.ts'],
    },
    {
      promise: 'An unchanged answer is not parsed.',
      readme: 'A poll that brings an unchanged answer is not parsed',
      under: 'changed and unchanged texts, random edits of lists',
      tests: ['core/client/answer-texts.test.ts', 'properties/list-texts.test.ts'],
    },
    {
      promise: 'A create is sent exactly once. If its outcome cannot be known, the error says so.',
      under: 'timeouts, resets, 5xx, aborts, disposal',
      tests: ['core/client/management-client-create.test.ts', 'core/fleet/create-database.test.ts'],
    },
    {
      promise: 'Errors are built from facts, never from headers, bodies or values.',
      under: 'secrets in every part of an answer and of a failure',
      tests: ['core/shared/fleet-error.test.ts', 'core/client/secrets.test.ts'],
    },
    {
      promise: 'No secret is in a record, view, error, log, metric, page or file.',
      readme: "pages use the API without the account's key",
      under: 'known secrets in every answer, searched in every output',
      tests: [
        'core/fleet/secrets.test.ts',
        'core/fleet/credential-echoes.test.ts',
        'core/records/split-credentials.test.ts',
        'proxy/secrets.test.ts',
        'monitor/channels/secrets.test.ts',
        'sharing/redis/fleets.test.ts',
      ],
    },
    {
      promise: 'Ids and credentials are checked before they are sent.',
      under: 'ids that change the path, control characters',
      tests: [['core/client/management-client-arguments.test.ts', 'an id that is'], 'core/wire/credentials.test.ts'],
    },
    {
      promise: 'The local service answers as api.md says, and beyond it as docs/local-service.md says.',
      under: 'near requests, wrong paths, methods and bodies',
      tests: [
        'contract/client-and-service.test.ts',
        'contract/service-databases.test.ts',
        'contract/service-indices.test.ts',
        'service/http/operations.test.ts',
      ],
    },
  ],
  'The stores': [
    {
      promise: 'Ids, last records and interrupted creates are there after a restart; leases and removed ids are not.',
      readme: 'that keep the ids, the last records and interrupted creates over restarts and crashes',
      under: 'restarts at any moment',
      tests: [
        [store, 'after a restart'],
        [store, 'a create with a store'],
      ],
    },
    {
      promise: 'Nothing that was acknowledged is lost, and no removed id returns.',
      under: 'SIGKILL at random moments',
      tests: ['persistence/crash.test.ts'],
    },
    {
      promise:
        'Damage of any one file costs no id and no create, and is reported. Damage of two files costs only what is damaged in both.',
      under: 'flipped bits and cuts in every file',
      tests: [damage, 'persistence/journal-lines.test.ts', [foreign, 'the reader of the format journal']],
    },
    {
      promise: 'A full disk is reported, the fleet works in memory, and it saves again when there is room.',
      under: 'a small file system that is full',
      tests: ['persistence/full-disk.test.ts', [store, 'a store that fails']],
    },
    {
      promise: 'One process owns a directory. Others read it, or get `in-use`. Foreign and newer data stays unchanged.',
      under: 'concurrent openings, foreign files, other formats',
      tests: ['persistence/directory.test.ts', 'persistence/read-only.test.ts'],
    },
    {
      promise: 'In a browser one tab writes, and the others read and take over.',
      under: 'real Chromium; closed pages, full storage, newer versions',
      tests: ['browser/indexeddb.test.ts', 'browser/indexeddb-format.test.ts', 'persistence/shared-store.test.ts'],
    },
    {
      promise: 'A restored status fires, resolves and rejects nothing before the service has answered.',
      under: 'restarts with kept 404s and lists',
      tests: [
        ['monitor/monitor.test.ts', 'createMonitor > raises no alert because of a kept'],
        [store, 'after a restart'],
      ],
    },
    {
      promise: 'A snapshot is restored completely or refused.',
      under: 'snapshots near real ones',
      tests: [
        [foreign, 'the reader of the format snapshot'],
        'core/fleet/hydrate.test.ts',
        'core/fleet/dehydrate.test.ts',
      ],
    },
  ],
  'The monitor': [
    {
      promise: 'Each breach raises one alert, and its end is reported.',
      readme: 'It raises each alert once',
      under: 'outages on a virtual clock, restarts, random verdicts',
      tests: ['monitor/day-of-outages.test.ts', 'monitor/alerts/alert-life-cycle.test.ts', 'monitor/monitor.test.ts'],
    },
    {
      promise: 'In a month of 1,000 databases no id, transition or alert is lost, and none is invented.',
      under:
        'outages of nine kinds, Retry-After, refused accounts and ids, sleep, clocks that are set, the end of daylight ' +
        'saving, deletions, hostile answers, kills and restarts',
      tests: ['prove/month.prove.ts'],
    },
    {
      promise: 'No alert is lost, and each has one key.',
      readme: 'Alerts and undelivered events survive a restart',
      under: 'SIGKILL at random moments, with silences, windows, digests and repeats, and a channel that fails',
      tests: [kills],
    },
    {
      promise: 'Silences, windows, suppressions and digests hold alerts, and an alert that lasts longer is sent.',
      readme: 'Silences, maintenance windows and digests keep it quiet',
      under: 'clocks that are set, both days of daylight saving, restarts',
      tests: ['monitor/quiet/quiet.test.ts', 'monitor/quiet/quiet-step.test.ts', 'monitor/channels/digests.test.ts'],
    },
    {
      promise: 'Two machines send each alert once, also when one of them dies.',
      readme: 'each alert is sent by one of them, also when the other fails',
      under: 'two real processes, SIGKILL, SIGSTOP, cuts of Redis',
      tests: [
        'prove/monitor-pair.prove.ts',
        'monitor/quiet/quiet-group.test.ts',
        'monitor/group/monitor-group.test.ts',
      ],
    },
    {
      promise: 'A channel that hangs, refuses or is slow blocks no other channel.',
      under: '429, 400, 413, hanging and failing receivers',
      tests: ['monitor/channels/deliveries.test.ts', 'monitor/channels/webhook-channel.test.ts'],
    },
    {
      promise: 'Metrics follow the conventions of Prometheus, and end with their resource.',
      readme: 'exports metrics for Prometheus',
      under: 'a real Prometheus; ids that come and go during a scrape',
      tests: [
        'monitor/metrics/resource-series.test.ts',
        'monitor/metrics/documents.test.ts',
        'monitor/metrics/prometheus-rules.test.ts',
        'prove/monitor-operations.prove.ts',
      ],
    },
    {
      promise: 'The monitor continues through the faults of what it watches, and says what is wrong.',
      readme: 'runs for months on a server',
      under: 'an hour of faults: outages, full disks, wrong credentials, refused configurations',
      tests: ['prove/monitor-soak.prove.ts', 'monitor/server/health.test.ts'],
    },
    {
      promise: 'A configuration is accepted, or refused with file, line and column.',
      under: 'texts near a configuration',
      tests: [[foreign, 'the reader of the format yaml'], 'apps/watch/config/read-config.test.ts'],
    },
    {
      promise: 'Usage is what the databases themselves report.',
      under: 'real redis-servers; answers near those of INFO',
      tests: ['prove/usage-sources.prove.ts', 'probes/redis.test.ts', [foreign, 'the reader of the format info']],
    },
  ],
  'The sharing': [
    {
      promise: 'An id is polled once for all members, at the fastest pace that any of them asks for.',
      readme: 'several tabs or several processes poll each id once for all',
      under: 'members that join, pause and leave; real Chromium, real Redis',
      tests: [sharing, 'sharing/tabs/pages/sharing.test.ts', 'sharing/redis/fleets.test.ts'],
    },
    {
      promise: 'No member shows an older record after a newer one.',
      under: 'random histories of kills, cuts, pauses and clocks',
      tests: ['properties/sharing.test.ts', 'sharing/shared-answers.test.ts'],
    },
    {
      promise: 'Invalid messages of a member are ignored.',
      under: 'texts near the messages, impossible numbers',
      tests: [[foreign, 'the reader of the format message'], 'sharing/hostile-members.test.ts'],
    },
    {
      promise: 'Members of different accounts exchange nothing, and no secret crosses the engine.',
      under: 'one scope for two accounts, a search of all of Redis',
      tests: [
        ['sharing/redis/fleets.test.ts', ''],
        ['sharing/tabs/pages/sharing.test.ts', ''],
      ],
    },
    {
      promise: 'All members together keep one rate, and wait after a 429 that one of them got.',
      under: '429, turns that are asked for without need',
      tests: [sharing],
    },
    {
      promise: 'After the death of a member each id waits at most two intervals, and few polls are repeated.',
      under: 'SIGKILL, SIGSTOP, cut connections, restarts of Redis, frozen and closed tabs',
      tests: [
        redisFaults,
        tabs,
        'sharing/redis/faults.prove.ts',
        'prove/sharing-sentinels.prove.ts',
        'prove/replica-scale.prove.ts',
        'prove/large-replicas.prove.ts',
      ],
    },
  ],
  'The notebook': [
    {
      promise: 'A display is readable, and the same, in every notebook.',
      readme: 'shows records, limits, use and states as tables and plots',
      under: "Deno's kernel, hostile names, sanitizers that remove styles and classes, light and dark",
      tests: [
        'notebook/displays/every-display.test.ts',
        'notebook/kernel/kernel.test.ts',
        'notebook/kernel/notebooks.prove.ts',
        'prove/notebook-package.prove.ts',
        'prove/notebook-page.prove.ts',
      ],
    },
    {
      promise: 'A live display updates in place, and ends with its cell, its fleet or its time.',
      under: 'kernels that are killed, fleets that are disposed, cells that run again',
      tests: ['notebook/live/live.test.ts'],
    },
    {
      promise: 'A history keeps every digit, from rows of your own to the file that another library reads.',
      under: 'integers beyond 2^53, time zones, damaged files, pandas and DuckDB, SIGKILL during a capture',
      tests: [
        'notebook/history/history-from.test.ts',
        'notebook/history/other-readers.test.ts',
        'notebook/history/capture-file.test.ts',
        ...['csv', 'json rows', 'json lines', 'prometheus', 'arrow'].map(
          (format) => [foreign, `the reader of the format ${format}`] as const,
        ),
      ],
    },
    {
      promise: 'A replay polls as a fleet does, and counts missed changes as late.',
      readme: 'history: a day takes seconds',
      under: 'outages, 429, changes that are shorter than an interval; a fleet over HTTP beside it',
      tests: [
        'notebook/replay/replay.test.ts',
        'notebook/replay/replay-of-fleet.test.ts',
        'prove/replay-week.prove.ts',
      ],
    },
  ],
  'The package': [
    {
      promise: 'A page loads only what it imports.',
      readme: 'A page that imports `createFleet` alone loads',
      under: 'the packed package, bundled by esbuild',
      tests: ['package/function-sizes.test.ts', 'prove/package.prove.ts'],
    },
    {
      promise: 'A component renders when its part of the fleet changes, and at no other time.',
      readme: 'Renders when this database',
      under: 'one suite of contracts for every framework',
      tests: ['react', 'vue', 'svelte', 'solid', 'angular', 'preact', 'preact-signals', 'lit'].map(ofBinding),
    },
    {
      promise: 'The printed code works, from an empty folder, with the packed package.',
      readme: 'Each leads from an empty folder to a result in ten minutes',
      under: 'npm, fresh scaffolds, real Chromium, a real notebook kernel',
      tests: [
        'docs/first-steps.prove.ts',
        'docs/examples.prove.ts',
        'docs/framework-examples.prove.ts',
        'docs/printed-components.prove.ts',
        'prove/server-recipes.prove.ts',
        'prove/notebook-package.prove.ts',
      ],
    },
    {
      promise: 'The documented figures are those of one run.',
      readme: 'A request costs',
      under: 'the whole bench again: no ratio is more than 25 % worse',
      tests: ['prove/performance.prove.ts'],
    },
    {
      promise: 'The dashboard shows 1,000 rows within a second, and stays usable with 10,000.',
      under: 'real Chromium; 1,000 records that change while it scrolls',
      tests: ['prove/page.prove.ts'],
    },
  ],
};
