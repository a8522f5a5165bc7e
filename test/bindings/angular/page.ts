import { NgComponentOutlet } from '@angular/common';
import {
  ChangeDetectionStrategy,
  Component,
  InjectionToken,
  inject,
  signal,
  type EnvironmentProviders,
  type Provider,
} from '@angular/core';
import { provideFleet } from '../../../src/bindings/angular/index.js';
import type { Part, Scene } from '../../contract/bindings/binding-under-test.js';
import { componentOf } from './part-components.js';

const SCENE = new InjectionToken<Scene>('scene');

/** The content of the page. */
export class Page {
  private readonly scene = inject(SCENE);
  readonly parts = signal<readonly Part[]>(this.scene.parts);
  protected readonly show = this.scene.show;
  protected readonly componentOf = componentOf;
}

Component({
  selector: 'fleet-page',
  imports: [NgComponentOutlet],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    @for (part of parts(); track $index) {
      <ng-container *ngComponentOutlet="componentOf(part); inputs: { at: $index, part, show }" />
    }
  `,
})(Page);

export function pageProviders(scene: Scene): (Provider | EnvironmentProviders)[] {
  const { fleet } = scene;
  return [{ provide: SCENE, useValue: scene }, fleet === undefined ? [] : provideFleet(fleet)];
}
