import { act, cleanup, render } from '@testing-library/react';
import { createElement, type ReactElement } from 'react';
import { FleetProvider } from '../../../src/bindings/react/index.js';
import type { BindingUnderTest, Scene } from '../../contract/bindings/binding-under-test.js';
import { PartOfPage } from './part-of-page.js';

export const react: BindingUnderTest = createReactBinding('React', false);

/** Which renders all twice, mounts all twice, and complains. */
export const strictReact: BindingUnderTest = {
  ...createReactBinding('React in strict mode', true),
  rendersPerChange: 2,
};

function createReactBinding(name: string, reactStrictMode: boolean): BindingUnderTest {
  return {
    name,
    async mount(scene) {
      const { container, rerender } = render(pageOf(scene), { reactStrictMode });
      const rendered = (): Promise<void> => act(async () => {});
      await rendered();
      return {
        container,
        async update(parts) {
          rerender(pageOf({ ...scene, parts }));
          await rendered();
        },
        rendered,
        unmount: async () => cleanup(),
      };
    },
  };
}

export function pageOf({ fleet, parts, show }: Scene): ReactElement {
  const page = parts.map((part, at) => createElement(PartOfPage, { key: at, at, part, show }));
  return fleet === undefined ? createElement('main', {}, page) : createElement(FleetProvider, { fleet }, page);
}
