import { ReactiveElement } from 'lit';
import type { BindingUnderTest, Scene } from '../../contract/bindings/binding-under-test.js';
import { defineParts, PageElement } from './page-of-parts.js';

customElements.define('page-of-parts', PageElement);
defineParts();

export const lit: BindingUnderTest = {
  name: 'Lit',
  followsFleet: true,
  async mount(scene) {
    const page = new PageElement();
    const errors: unknown[] = [];
    page.addEventListener('failure', (event) => void errors.push((event as CustomEvent).detail));
    const change = (to: Partial<Scene>): void => void (page.scene = { ...page.scene, ...to });
    page.scene = scene;
    document.body.append(page);
    return {
      container: page,
      errors,
      update: (parts) => change({ parts }),
      provide: (fleet) => change({ fleet }),
      flush: () => updated(page),
      unmount: () => page.remove(),
    };
  },
};

/** Each element updates by itself. */
async function updated(page: PageElement): Promise<void> {
  await page.updateComplete;
  const elements = [...page.querySelectorAll('*')].filter((element) => element instanceof ReactiveElement);
  await Promise.all(elements.map((element) => element.updateComplete));
}
