import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { projectErrors } from '../prove/type-errors.js';
import { axeViolations } from '../support/axe-violations.js';
import { problemsOf } from '../support/page-problems.js';
import { useChromium } from '../support/use-chromium.js';
import { buildAndServe } from './build-and-serve.js';
import { root } from './root.js';

const folder = join(root, 'docs/examples');
const entries = await readdir(folder, { withFileTypes: true });
// The example of the monitor is no page.
const examples = entries
  .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'index.html')))
  .map(({ name }) => name);
const BUILD_MS = 120_000;

const browser = useChromium();

describe.skipIf(!inject('hasChromium')).each(examples)('the example for %s', { timeout: BUILD_MS }, (name) => {
  let app: Awaited<ReturnType<typeof buildAndServe>>;
  beforeAll(async () => {
    app = await buildAndServe(join(folder, name));
  }, BUILD_MS);
  afterAll(() => app[Symbol.asyncDispose]());

  test('behaves as its guide shows', async () => {
    await using page = await browser().newPage();
    const problems = problemsOf(page);
    await page.goto(app.url);

    await page.getByRole('heading', { name: 'Fleet' }).waitFor();
    const announced = await announcementsOf(page);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByText('Databases: 0, vector indices: 1').waitFor();
    const requests: string[] = [];
    page.on('request', (request) => void (request.method() === 'POST' && requests.push(request.url())));
    for (const blank of ['', '  ']) {
      await page.getByRole('textbox', { name: 'Name' }).fill(blank);
      await page.getByRole('button', { name: 'Create' }).click();
      await page.locator('input:invalid').waitFor();
    }
    await page.getByRole('textbox', { name: 'Name' }).fill('sessions');
    await page.getByRole('button', { name: 'Create' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'sessions' });
    await row.filter({ hasText: 'creating' }).waitFor();
    await row.filter({ hasText: 'active' }).waitFor();
    expect(requests).toHaveLength(1);
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('');
    await page.getByText('Databases: 1, vector indices: 1').waitFor();
    const spoken = await announced();
    // A poll may come between the two.
    expect(['sessions is now updating.', 'sessions is now active.']).toEqual(expect.arrayContaining(spoken));
    expect(spoken.at(-1)).toBe('sessions is now active.');
    expect(await axeViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Pause' }).press('Enter');
    await page.getByText('Polling: paused').waitFor();
    // The button keeps the focus, so that the keyboard can press it again.
    await page.keyboard.press('Enter');
    await page.getByText('Polling: running').waitFor();
    expect(problems).toEqual([]);
  });

  test('names the error of its form', async () => {
    await using page = await browser().newPage();
    await page.goto(app.url);
    const input = page.getByRole('textbox', { name: 'Name' });
    const button = page.getByRole('button', { name: 'Create' });
    for (const [status, text, isInvalid] of [
      [400, 'The service refused this.', true],
      [403, 'You are not allowed to do this.', false],
    ] as const) {
      await page.unrouteAll();
      await page.route('**/v2/redis/database', (route) => route.fulfill({ status, json: { error: 'no' } }));
      await input.fill('sessions');
      await button.press('Enter');
      await page.getByRole('alert').filter({ hasText: text }).waitFor();
      await expect.poll(() => input.evaluate((field) => field.matches(':focus'))).toBe(true);
      await expect.poll(() => input.getAttribute('aria-invalid')).toBe(String(isInvalid));
      expect(await descriptionOf(page)).toBe(text);
      expect(await axeViolations(page)).toEqual([]);
    }
    await page.unrouteAll();
    await button.press('Enter');
    await page.getByRole('listitem').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await input.getAttribute('aria-invalid')).not.toBe('true');
    expect(await descriptionOf(page)).toBe('Not only spaces');
  });

  test('compiles', async () => {
    expect(await projectErrors(join(folder, name))).toBe('');
  });
});

/** Collects what a screen reader speaks from now on: each text of the only region that announces changes. */
async function announcementsOf(page: Page): Promise<() => Promise<string[]>> {
  const region = page.getByRole('status');
  expect([await region.count(), await region.textContent()]).toEqual([1, '']);
  const texts = await region.evaluateHandle((element) => {
    const announced: string[] = [];
    const note = (): unknown => announced.push(element.textContent);
    new MutationObserver(note).observe(element, { subtree: true, childList: true, characterData: true });
    return announced;
  });
  return () => texts.jsonValue();
}

/** The description that Chromium gives to screen readers with the name's field. */
async function descriptionOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const field = nodes.find(({ role }) => role?.value === 'textbox');
  expect(field).toBeDefined();
  return String(field?.description?.value ?? '');
}
