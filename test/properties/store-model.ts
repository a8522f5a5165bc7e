import type { Note } from '../core/store/notes.js';

/** A command for a store. `age`: how many requests started after this request. */
export type Change =
  | { readonly kind: 'confirm'; readonly id: string; readonly age: number; readonly note: Omit<Note, 'id'> }
  | { readonly kind: 'fail' | 'missing' | 'remove'; readonly id: string; readonly age: number }
  | { readonly kind: 'request' | 'abandon' | 'join' | 'leave' | 'forget'; readonly id: string };

export type ViewKind = 'entry' | 'record' | 'text' | 'place' | 'length' | 'shape' | 'all' | 'ids' | 'derived';

/** The expected value of a view. If two values have the same token, the second value is not a change. */
export interface Shown {
  readonly token: unknown;
  readonly value: unknown;
}

interface ModelEntry {
  readonly token: number;
  readonly order: number;
  readonly note: Omit<Note, 'id'> | undefined;
  readonly tokens: { readonly record: number; readonly place: number };
  readonly status: string;
  readonly fetching: boolean;
  readonly isFailed: boolean;
  readonly confirmedAt: number | undefined;
  readonly changedAt: number | undefined;
}

/** The shared `null` token. */
const NULL = -1;

/** The store as maps and lists, which computes every value from scratch: slow, but simple enough to be correct. */
export class StoreModel {
  readonly #entries = new Map<string, ModelEntry>();
  readonly #members: string[] = [];
  #tokens = 0;
  #all = 0;
  #ids = 0;

  apply(change: Change, order: number, at: number): void {
    const { id } = change;
    const before = this.#entry(id);
    if (change.kind === 'join' || change.kind === 'leave') return this.#changeMembers(change.kind, id);
    if ('age' in change && order < before.order) return;
    const after = { ...before, ...this.#after(change, before, at), order: 'age' in change ? order : before.order };
    this.#entries.set(id, after);
    if (after.tokens.record !== before.tokens.record && this.#members.includes(id)) this.#all = this.#next();
  }

  shown(kind: ViewKind, id: string): Shown {
    const { token, tokens, note, ...entry } = this.#entry(id);
    const record = this.#record(id);
    const derived = [note?.text, this.#members.length];
    switch (kind) {
      case 'entry':
        return { token, value: { id, record, ...entry, order: undefined } };
      case 'record':
        return { token: tokens.record, value: record };
      case 'place':
        return { token: tokens.place, value: note?.place };
      case 'text':
        return { token: note?.text, value: note?.text };
      case 'length':
        return { token: note?.tags.length, value: note?.tags.length };
      case 'shape':
        return { token: note?.tags.length, value: [note?.tags.length] };
      case 'all':
        return { token: this.#all, value: this.#members.map((each) => this.#record(each)).filter(Boolean) };
      case 'ids':
        return { token: this.#ids, value: this.#members };
      case 'derived':
        return { token: derived.join('/'), value: derived.join('/') };
    }
  }

  #after(change: Change, before: ModelEntry, at: number): Partial<ModelEntry> {
    const { status, fetching, isFailed, note } = before;
    const token = this.#next();
    switch (change.kind) {
      case 'confirm':
        return { ...this.#confirmed(change.note, before, at), token };
      case 'fail':
        return {
          token,
          status: status === 'missing' ? status : note ? 'stale' : 'unknown',
          fetching: false,
          isFailed: true,
        };
      case 'missing':
        return { token, status: 'missing', fetching: false, isFailed: true };
      case 'remove':
        if (status === 'missing' && !note && !isFailed) return fetching ? { token, fetching: false } : {};
        return { ...unknown(token), status: 'missing', changedAt: at };
      case 'request':
        return fetching ? {} : { token, fetching: true, status: status === 'unknown' ? 'loading' : status };
      case 'abandon':
        return fetching ? { token, fetching: false, status: status === 'loading' ? 'unknown' : status } : {};
      case 'forget':
        return status === 'unknown' && !isFailed ? {} : unknown(token);
      default:
        return {};
    }
  }

  #confirmed(note: Omit<Note, 'id'>, before: ModelEntry, at: number): Partial<ModelEntry> {
    const isEqual = before.note !== undefined && isSame(note, before.note);
    const isSamePlace = before.note !== undefined && isSame(note.place, before.note.place);
    return {
      note,
      tokens: {
        record: isEqual ? before.tokens.record : this.#next(),
        place: isSamePlace ? before.tokens.place : note.place ? this.#next() : NULL,
      },
      status: 'fresh',
      fetching: false,
      isFailed: false,
      confirmedAt: at,
      changedAt: isEqual ? before.changedAt : at,
    };
  }

  #changeMembers(kind: 'join' | 'leave', id: string): void {
    if (this.#members.includes(id) === (kind === 'join')) return;
    if (kind === 'join') this.#members.push(id);
    else this.#members.splice(this.#members.indexOf(id), 1);
    this.#ids = this.#next();
    if (this.#entry(id).note) this.#all = this.#next();
  }

  #record(id: string): Note | undefined {
    const { note } = this.#entry(id);
    return note && { id, ...note };
  }

  #entry(id: string): ModelEntry {
    return this.#entries.get(id) ?? ({ ...unknown(0), order: 0 } as ModelEntry);
  }

  #next(): number {
    return (this.#tokens += 1);
  }
}

function unknown(token: number): Omit<ModelEntry, 'order'> {
  const tokens = { record: 0, place: 0 };
  const nothing = { note: undefined, confirmedAt: undefined, changedAt: undefined };
  return { token, tokens, status: 'unknown', fetching: false, isFailed: false, ...nothing };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
