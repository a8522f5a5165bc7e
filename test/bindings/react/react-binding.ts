import { act, cleanup, render } from '@testing-library/react';
import { Component, createElement, type ReactElement, type ReactNode } from 'react';
import { FleetProvider } from '../../../src/bindings/react/index.js';
import type { BindingUnderTest, Scene } from '../../contract/bindings/binding-under-test.js';
import { PartOfPage } from './part-of-page.js';

export const react: BindingUnderTest = createReactBinding('React', false);

/** Strict mode renders and mounts every component twice, and warns of mistakes. */
export const strictReact: BindingUnderTest = {
  ...createReactBinding('React in strict mode', true),
  rendersPerChange: 2,
};

function createReactBinding(name: string, reactStrictMode: boolean): BindingUnderTest {
  return {
    name,
    followsFleet: true,
    hydrates: true,
    waits: true,
    async mount(scene) {
      const errors: unknown[] = [];
      const onError = (error: unknown): void => void errors.push(error);
      let now = scene;
      const page = (): ReactElement => createElement(Boundary, { onError }, pageOf(now));
      async function change(to: Partial<Scene>): Promise<void> {
        now = { ...now, ...to };
        await act(async () => rerender(page()));
      }
      // A component that suspends in its first render continues only in an awaited act.
      const { container, rerender } = await act(async () => render(page(), { reactStrictMode }));
      return {
        container,
        errors,
        update: (parts) => change({ parts }),
        provide: (fleet) => change({ fleet }),
        flush: () => act(async () => {}),
        unmount: cleanup,
      };
    },
  };
}

/** Only this API of React reports the errors of components, for every cause of a render. */
class Boundary extends Component<{ readonly onError: (error: unknown) => void; readonly children?: ReactNode }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: true } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}

export function pageOf({ fleet, parts, show }: Scene): ReactElement {
  const page = parts.map((part, at) => createElement(PartOfPage, { key: at, at, part, show }));
  return fleet === undefined ? createElement('main', {}, page) : createElement(FleetProvider, { fleet }, page);
}
