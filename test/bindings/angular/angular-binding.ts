import '@angular/compiler';
import { TestBed } from '@angular/core/testing';
import { BrowserTestingModule, platformBrowserTesting } from '@angular/platform-browser/testing';
import { onTestFinished } from 'vitest';
import type { BindingUnderTest } from '../../contract/bindings/binding-under-test.js';
import { Page, pageProviders } from './page.js';

TestBed.initTestEnvironment(BrowserTestingModule, platformBrowserTesting());

/** Without zones, as applications are unless they say otherwise. */
export const angular: BindingUnderTest = {
  name: 'Angular',
  async mount(scene) {
    // Also where it cannot be mounted.
    onTestFinished(() => void TestBed.resetTestingModule());
    TestBed.configureTestingModule({ providers: pageProviders(scene) });
    const fixture = TestBed.createComponent(Page);
    const rendered = async (): Promise<void> => void (await fixture.whenStable());
    await rendered();
    return {
      container: fixture.nativeElement as HTMLElement,
      update(parts) {
        fixture.componentInstance.parts.set(parts);
        return rendered();
      },
      rendered,
      unmount: async () => void TestBed.resetTestingModule(),
    };
  },
};
