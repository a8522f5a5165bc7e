// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ShortId, shorten } from '../../../../../src/apps/dashboard/page/shell/short-id.js';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ID = 'b611c77b-2af0-49bd-9020-b7efc2040f9e';

describe('ShortId', () => {
  it('shortens long ids, and keeps the whole id for the title and screen readers', () => {
    const { container } = render(createElement(ShortId, { id: ID }));
    expect(screen.getByText('b611c77b…0f9e').getAttribute('aria-hidden')).toBe('true');
    expect(screen.getByText(ID)).toBeDefined();
    expect(container.querySelector('[title]')?.getAttribute('title')).toBe(ID);
    expect(shorten('demo-1-support-articles')).toBe('demo-1-support-articles');
  });

  it('copies the whole id, and does not open the row', async () => {
    const written: string[] = [];
    vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void written.push(text) } });
    let opened = 0;
    render(createElement('div', { onClick: () => (opened += 1) }, createElement(ShortId, { id: ID })));
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Copy id' })));
    expect([written, opened]).toEqual([[ID], 0]);
    expect(screen.getByRole('button', { name: 'Copied' })).toBeDefined();
  });
});
