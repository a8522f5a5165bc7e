import '@angular/compiler';
import { ErrorHandler } from '@angular/core';
import { onTestFinished } from 'vitest';
import type { BindingUnderTest } from '../../contract/bindings/binding-under-test.js';
import { Page, pageProviders } from './page-of-parts.js';
import { TestBed } from './test-bed.js';

/** Angular without zones, which is its default. */
export const angular: BindingUnderTest = {
  name: 'Angular',
  waits: true,
  async mount(scene) {
    // Registered first, because the mount may fail.
    onTestFinished(() => void TestBed.resetTestingModule());
    const errors: unknown[] = [];
    const handleError = (error: unknown): void => void errors.push(error);
    TestBed.configureTestingModule({
      providers: [pageProviders(scene), { provide: ErrorHandler, useValue: { handleError } }],
      rethrowApplicationErrors: false,
    });
    const fixture = TestBed.createComponent(Page);
    async function rendered(): Promise<void> {
      // Not `whenStable`, which waits for resources.
      TestBed.tick();
      await Promise.resolve();
      TestBed.tick();
      if (errors.length > 0) throw errors.splice(0)[0];
    }
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
