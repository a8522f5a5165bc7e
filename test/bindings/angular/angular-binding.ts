import '@angular/compiler';
import { NgComponentOutlet } from '@angular/common';
import { ChangeDetectionStrategy, Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { BrowserTestingModule, platformBrowserTesting } from '@angular/platform-browser/testing';
import { onTestFinished } from 'vitest';
import { provideFleet } from '../../../src/bindings/angular/index.js';
import type { BindingUnderTest, Part, Show } from '../../contract/bindings/binding-under-test.js';
import { partComponents } from './part-components.js';

TestBed.initTestEnvironment(BrowserTestingModule, platformBrowserTesting());

class Page {
  readonly parts = signal<readonly Part[]>([]);
  show: Show = () => '';
  protected readonly components = partComponents;
}

Component({
  selector: 'fleet-page',
  imports: [NgComponentOutlet],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    @for (part of parts(); track $index) {
      <ng-container *ngComponentOutlet="components[part.ask]; inputs: { at: $index, part, show }" />
    }
  `,
})(Page);

/** Without zones, as applications are unless they say otherwise. */
export const angular: BindingUnderTest = {
  name: 'Angular',
  async mount({ fleet, parts, show }) {
    // Also where it cannot be mounted.
    onTestFinished(() => void TestBed.resetTestingModule());
    TestBed.configureTestingModule({ providers: fleet === undefined ? [] : [provideFleet(fleet)] });
    const fixture = TestBed.createComponent(Page);
    const rendered = async (): Promise<void> => void (await fixture.whenStable());
    const update = (next: readonly Part[]): Promise<void> => {
      fixture.componentInstance.parts.set(next);
      return rendered();
    };
    fixture.componentInstance.show = show;
    await update(parts);
    return {
      container: fixture.nativeElement as HTMLElement,
      update,
      rendered,
      unmount: async () => void TestBed.resetTestingModule(),
    };
  },
};
