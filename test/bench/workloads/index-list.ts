import { sampleVectorIndices } from '../../support/sample-vector-indices.js';
import { compare, type Candidate, type Comparison } from '../harness/compare.js';
import type { Effort } from '../harness/effort.js';
import {
  bareListStore,
  checkListStore,
  fleetglassListStore,
  type ListPeer,
  type ListStore,
  queryListStore,
} from './index-list/list-stores.js';

const STORES: readonly ListPeer[] = [bareListStore, fleetglassListStore, queryListStore];
const LARGEST = 10_000;
/** One run takes longer than the minimum duration of a sample. */
const MOST_SAMPLES = 11;

/** Measures the way of the text of a long list into the store, relative to `JSON.parse`. */
export async function indexList(effort: Effort): Promise<void> {
  const answers = makeAnswers(Math.min(LARGEST, Math.max(...effort.sizes)));
  const limited = { ...effort, samples: Math.min(effort.samples, MOST_SAMPLES) };
  for (const store of STORES) await checkListStore(store, answers.ids, stepsOf(answers));
  for (const comparison of storing(answers)) await compare(comparison, limited);
}

interface Answers {
  readonly ids: readonly string[];
  readonly text: string;
  /** The same list. */
  readonly otherText: string;
  /** One index in a hundred has a changed limit. */
  readonly changed: string;
  readonly changedIds: readonly string[];
}

function makeAnswers(count: number): Answers {
  const list = sampleVectorIndices(count);
  const text = JSON.stringify(list);
  const isChanged = (at: number): boolean => at % 100 === 0;
  return {
    ids: list.map(({ id }) => id),
    text,
    otherText: text.replace(':', ': '),
    changed: JSON.stringify(list.map((index, at) => (isChanged(at) ? { ...index, max_daily_queries: 7 } : index))),
    changedIds: list.filter((_, at) => isChanged(at)).map(({ id }) => id),
  };
}

function stepsOf({ ids, text, otherText, changed, changedIds }: Answers) {
  return [
    { text, changedIds: ids },
    { text: copyOf(text), changedIds: [] },
    { text: otherText, changedIds: [] },
    { text: changed, changedIds },
    { text, changedIds },
  ];
}

function* storing(answers: Answers): Generator<Comparison> {
  const { text, changed } = answers;
  const title = 'From the text to the store, a subscriber for each index';
  const after = (texts: readonly [string, string], target?: number): Comparison['candidates'] => [
    parse(text),
    ...STORES.map((peer) => again(peer, answers, texts, target)),
  ];
  yield { title: `${title}: 1 % changed`, candidates: after([changed, text], 1) };
  yield {
    title: `${title}: for the first time`,
    candidates: [parse(text), ...STORES.map((peer) => firstLoad(peer, answers))],
  };
}

function parse(text: string): Candidate {
  return { name: 'JSON.parse', run: () => JSON.parse(text) };
}

/** A store that already has a list, and two answers in turn. */
function again(
  { name, create }: ListPeer,
  { ids, text }: Answers,
  answers: readonly [string, string],
  target?: number,
): Candidate {
  const store = create();
  let nth = 0;
  return {
    name,
    setUp() {
      ids.forEach((id, at) => store.subscribe(id, at, () => {}));
      return store.take(text);
    },
    run: () => store.take(answers[(nth = 1 - nth)] as string),
    ...(name === fleetglassListStore.name && target !== undefined && { target }),
  };
}

/** Each run uses a new store. */
function firstLoad({ name, create }: ListPeer, { ids, text }: Answers): Candidate {
  let stores: ListStore[] = [];
  return {
    name,
    prepare(runs) {
      stores = Array.from({ length: runs }, () => {
        const store = create();
        ids.forEach((id, at) => store.subscribe(id, at, () => {}));
        return store;
      });
    },
    run: () => stores.pop()?.take(text),
    remark: 'keeps its records',
  };
}

function copyOf(text: string): string {
  return Buffer.from(text).toString();
}
