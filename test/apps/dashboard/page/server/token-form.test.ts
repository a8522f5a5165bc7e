// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { TokenForm } from '../../../../../src/apps/dashboard/page/server/token-form.js';
import { eventually } from '../../../../support/eventually.js';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Sends a token to a server that answers with these statuses in turn. */
function send(...statuses: number[]) {
  vi.stubGlobal('fetch', async () => new Response('', { status: statuses.shift() ?? 500 }));
  const onOpened = vi.fn<() => void>();
  render(createElement(TokenForm, { onOpened }));
  fireEvent.change(screen.getByLabelText(/^The printed address/), { target: { value: 'token' } });
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  return onOpened;
}

it('leaves the failure of a server that answers to the start of the page', async () => {
  const onOpened = send(500, 500);
  await eventually(() => expect(onOpened).toHaveBeenCalledOnce());
});

it('calls no token invalid that the server could not exchange', async () => {
  send(500, 401);
  await eventually(() => expect(screen.getByText(/does not answer/)).toBeTruthy());
});
