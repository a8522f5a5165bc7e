import { useEffect } from 'react';

/** Where the focus goes, the first that there is: never to what a key that is still held down would press. */
const PLACES = ['[type=submit][aria-disabled=true]', '[role=alert]:not(:empty)', 'input'];

/**
 * Keeps the focus in a form when what had it is gone or out of reach: while it is sent on the button that sends, then
 * on what is announced, else on the first field.
 *
 * @param status of what is sent
 * @param isLeaving whether a question stands in the place of the buttons
 */
export function useHeldFocus(
  form: { readonly current: HTMLFormElement | null },
  status: string,
  isLeaving: boolean,
): void {
  useEffect(() => {
    const element = form.current;
    if (element === null || hasFocus(element.closest('dialog') ?? element)) return;
    const places = PLACES.map((selector) => element.querySelector<HTMLElement>(selector));
    places.find((place) => place !== null)?.focus();
  }, [form, status, isLeaving]);
}

function hasFocus(element: Element): boolean {
  const { activeElement } = document;
  return activeElement !== null && element.contains(activeElement) && activeElement.closest('[inert]') === null;
}
