import { useEffect } from 'react';

/** Targets of the focus, in order. No enabled button is a target, because a key that is still pressed would activate it. */
const TARGETS = ['[type=submit][aria-disabled=true]', '[role=alert]:not(:empty)', 'input'];

/**
 * Keeps the focus in a form when its focused element disappears or becomes inert. The focus moves to the submit button
 * while the form is sent, then to the error message, otherwise to the first field.
 *
 * @param status the status of the create request
 * @param isDiscarding whether the question before discarding replaces the buttons
 */
export function useFormFocus(
  form: { readonly current: HTMLFormElement | null },
  status: string,
  isDiscarding: boolean,
): void {
  useEffect(() => {
    const element = form.current;
    if (element === null || hasFocus(element.closest('dialog') ?? element)) return;
    const targets = TARGETS.map((selector) => element.querySelector<HTMLElement>(selector));
    targets.find((target) => target !== null)?.focus();
  }, [form, status, isDiscarding]);
}

function hasFocus(element: Element): boolean {
  const { activeElement } = document;
  return activeElement !== null && element.contains(activeElement) && activeElement.closest('[inert]') === null;
}
