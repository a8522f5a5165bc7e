import { createFleet, type Fleet, type FleetOptions } from '../../../../src/index.js';
import { tabs, type ClosableSharing } from '../../../../src/sharing/tabs/index.js';

/** A command of a test to a page. */
export interface PageFleetOptions {
  /** The page sends it to the server with each request. */
  readonly name: string;
  readonly scope: string;
  readonly ids: readonly string[];
  readonly intervalMs: number;
  /** Whether the page polls while it is hidden. */
  readonly pollsHidden?: boolean;
}

/** The functions of a page that a test calls over the devtools protocol. */
export interface FleetPage {
  open(options: PageFleetOptions): void;
  refresh(id: string): Promise<void>;
  /** The revision of each record, and how the fleet polls. */
  read(): PageFacts;
  close(): Promise<void>;
}

export interface PageFacts {
  readonly revisions: Readonly<Record<string, number>>;
  readonly sharing: unknown;
  readonly state: string;
  /** When this page committed each revision, Unix milliseconds. */
  readonly commits: readonly (readonly [revision: number, atMs: number])[];
  /** Older revisions that replaced newer ones. */
  readonly setbacks: number;
}

let fleet: Fleet | undefined;
let sharing: ClosableSharing | undefined;
const commits: (readonly [number, number])[] = [];
const revisions: Record<string, number> = {};
let setbacks = 0;

function note(id: string, name: string | undefined): void {
  if (name === undefined) return;
  const revision = Number(name);
  if (revision < (revisions[id] ?? 0)) setbacks += 1;
  revisions[id] = revision;
  commits.push([revision, performance.timeOrigin + performance.now()]);
}

const page: FleetPage = {
  open({ name, scope, ids, intervalMs, pollsHidden = false }) {
    sharing = tabs({ scope });
    const send: NonNullable<FleetOptions['fetch']> = (url, init) =>
      fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), 'x-page': name } });
    const polling = {
      cadence: () => intervalMs,
      perSecond: 1000,
      burst: 1000,
      pollWhile: pollsHidden ? (['hidden'] as const) : [],
    };
    fleet = createFleet({ baseUrl: `${location.origin}/fleet`, sharing, polling, fetch: send });
    fleet.databases.add(ids);
    for (const id of ids) fleet.databases.field(id, 'database_name').subscribe((value) => note(id, value));
  },
  async refresh(id) {
    await fleet?.databases.refresh(id);
  },
  read() {
    const status = fleet?.polling.status.value;
    return { revisions, sharing: status?.sharing, state: status?.state ?? 'none', commits, setbacks };
  },
  async close() {
    fleet?.dispose();
    await sharing?.close();
  },
};

Object.assign(globalThis, { fleetPage: page });

// A test can only post a message to a dedicated worker.
if (typeof document === 'undefined')
  globalThis.addEventListener('message', ({ data }: MessageEvent<PageFleetOptions>) => page.open(data));
