import { describe, expect, test, vi } from 'vitest';
import { Presence } from '../../../src/core/polling/presence.js';
import { createGuard } from '../../../src/core/store/guard.js';
import { createPage } from './page.js';

const guard = createGuard(() => {});

describe('presence', () => {
  test('is present without a page, and if the page reports nothing', () => {
    expect(new Presence({ guard }).absence).toBeUndefined();
    expect(new Presence({ guard, page: {} }).absence).toBeUndefined();
    expect(new Presence({ guard, page: { document: {}, navigator: {} } }).absence).toBeUndefined();
  });

  test('is absent while the page is hidden or offline, and notifies of changes', () => {
    const page = createPage();
    const presence = new Presence({ guard, page });
    const notified = vi.fn<() => void>();
    presence.watch(notified);
    expect(presence.absence).toBeUndefined();
    page.hide();
    expect(presence.absence).toBe('hidden');
    page.goOffline();
    expect(presence.absence).toBe('offline');
    page.show();
    expect(presence.absence).toBe('offline');
    page.goOnline();
    expect(presence.absence).toBeUndefined();
    expect(notified).toHaveBeenCalledTimes(4);
  });

  test.each(['resume', 'pageshow'] as const)('notifies of %s: the page was frozen until then', (type) => {
    const page = createPage();
    const notified = vi.fn<() => void>();
    new Presence({ guard, page }).watch(notified);
    page.dispatch(type);
    expect(notified).toHaveBeenCalledOnce();
  });

  test('ignores the kinds of absence in the option `ignored`', () => {
    const page = createPage();
    const presence = new Presence({ guard, page, ignored: ['hidden'] });
    page.hide();
    expect(presence.absence).toBeUndefined();
    page.goOffline();
    expect(presence.absence).toBe('offline');
    expect(new Presence({ guard, page, ignored: ['hidden', 'offline'] }).absence).toBeUndefined();
  });

  test('removes its listeners from the page on dispose, and notifies no more', () => {
    const page = createPage();
    const presence = new Presence({ guard, page });
    const notified = vi.fn<() => void>();
    presence.watch(notified)();
    presence.watch(notified);
    expect(page.listening).toBeGreaterThan(0);
    presence.dispose();
    expect(page.listening).toBe(0);
    page.hide();
    expect(notified).not.toHaveBeenCalled();
  });
});
