import { isObject } from '../../../../core/shared/is-object.js';
import { parseJson } from '../../../../core/wire/parse-json.js';
import { browserStorage } from './browser-storage.js';
import { pageViews, type Route } from './route.js';
import { createWritable } from './writable.js';

/** A list with its filters, order, groups and columns, under a name. This browser keeps it. */
export type SavedView = Pick<Route, 'view' | 'query'> & { readonly name: string };

const KEY = 'fleetglass.views';
export const savedViews = createWritable(read());

// The browser sends this event when another tab changes the storage.
addEventListener('storage', () => savedViews.set(read()));

/** Saves a view. It replaces the view of the same list and name. @returns whether the browser keeps it */
export function saveView(view: SavedView): boolean {
  return write([...without(view), view]);
}

export function deleteView(view: SavedView): void {
  write(without(view));
}

function without({ name, view }: SavedView): readonly SavedView[] {
  return read().filter((each) => each.name !== name || each.view !== view);
}

function write(views: readonly SavedView[]): boolean {
  const text = JSON.stringify(views.toSorted((a, b) => a.name.localeCompare(b.name)));
  browserStorage.setItem(KEY, text);
  savedViews.set(read());
  return browserStorage.getItem(KEY) === text;
}

/** Reads the storage each time, because another tab may have changed it. Its content may be of another version. */
function read(): readonly SavedView[] {
  const views = parseJson(browserStorage.getItem(KEY) ?? '');
  return Array.isArray(views) ? views.filter(isSavedView) : [];
}

function isSavedView(value: unknown): value is SavedView {
  if (!isObject(value)) return false;
  const { name, view, query } = value as Partial<SavedView>;
  const isQuery = isObject(query) && Object.values(query).every((text) => typeof text === 'string');
  return typeof name === 'string' && Object.hasOwn(pageViews, String(view)) && isQuery;
}
