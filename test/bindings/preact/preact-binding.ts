import { act, cleanup, render } from '@testing-library/preact';
import { createElement, type FunctionComponent, type JSX } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { FleetProvider } from '../../../src/bindings/preact/index.js';
import type { BindingUnderTest, PartProps, Scene } from '../../contract/bindings/binding-under-test.js';
import { PartOfPage } from './part-of-page.js';

export type PartComponent = FunctionComponent<PartProps>;

export const preact = createPreactBinding('Preact', PartOfPage);

export function createPreactBinding(name: string, Component: PartComponent): BindingUnderTest {
  return {
    name,
    followsFleet: true,
    hydrates: true,
    waits: true,
    async mount(scene) {
      const errors: unknown[] = [];
      let now = scene;
      const onError = (error: unknown): void => void errors.push(error);
      const page = (): JSX.Element => createElement(Boundary, { onError }, pageOf(now, Component));
      function change(to: Partial<Scene>): void {
        now = { ...now, ...to };
        rerender(page());
      }
      const { container, rerender } = render(page());
      return {
        container: container as HTMLElement,
        errors,
        update: (parts) => change({ parts }),
        provide: (fleet) => change({ fleet }),
        flush: () => act(async () => {}),
        unmount: () => act(cleanup),
      };
    },
  };
}

export function pageOf({ fleet, parts, show }: Scene, Component: PartComponent = PartOfPage): JSX.Element {
  const page = parts.map((part, at) => createElement(Component, { key: at, at, part, show }));
  return fleet === undefined ? createElement('main', {}, page) : createElement(FleetProvider, { fleet }, page);
}

/** Preact throws an uncaught error at the place where it continues to render. */
const Boundary: FunctionComponent<{ readonly onError: (error: unknown) => void }> = ({ onError, children }) => {
  const [error] = useErrorBoundary(onError);
  return error === undefined ? createElement('main', {}, children) : null;
};
