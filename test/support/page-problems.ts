import type { Page } from 'playwright';

/** Collects the errors that a page throws and prints from now on. @param expected the addresses that may be missing */
export function problemsOf(page: Page, expected?: RegExp): string[] {
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected?.test(message.location().url)) problems.push(message.text());
  });
  return problems;
}
