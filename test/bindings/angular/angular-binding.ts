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
    return {
      container: fixture.nativeElement as HTMLElement,
      errors,
      update: (parts) => fixture.componentInstance.parts.set(parts),
      async flush() {
        // Not `whenStable`, which waits for resources.
        TestBed.tick();
        await Promise.resolve();
        TestBed.tick();
      },
      unmount: () => TestBed.resetTestingModule(),
    };
  },
};
