import type { Page } from 'playwright';

/**
 * Collects the errors that a page throws and prints from now on.
 *
 * @param expected matches printed errors that a test expects: their text, a space, and their address
 */
export function problemsOf(page: Page, expected?: RegExp): string[] {
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !expected?.test(`${text} ${message.location().url}`)) problems.push(text);
  });
  return problems;
}
