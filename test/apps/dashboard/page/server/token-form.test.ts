// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { TokenForm } from '../../../../../src/apps/dashboard/page/server/token-form.js';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('leaves the failure of a server that answers to the start of the page', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 500 }));
  const onOpened = vi.fn<() => void>();
  render(createElement(TokenForm, { onOpened }));
  fireEvent.change(screen.getByLabelText(/^The printed address/), { target: { value: 'token' } });
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  await vi.waitFor(() => expect(onOpened).toHaveBeenCalledOnce());
});
