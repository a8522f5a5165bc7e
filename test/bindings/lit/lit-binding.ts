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
    async function rendered(): Promise<void> {
      await updated(page);
      if (errors.length > 0) throw errors.splice(0)[0];
    }
    async function change(to: Partial<Scene>): Promise<void> {
      page.scene = { ...page.scene, ...to };
      await rendered();
    }
    page.scene = scene;
    document.body.append(page);
    try {
      await rendered();
    } catch (error) {
      page.remove();
      throw error;
    }
    return {
      container: page,
      update: (parts) => change({ parts }),
      provide: (fleet) => change({ fleet }),
      rendered,
      unmount: async () => page.remove(),
    };
  },
};

/** Each element updates by itself. */
async function updated(page: PageElement): Promise<void> {
  await page.updateComplete;
  const elements = [...page.querySelectorAll('*')].filter((element) => element instanceof ReactiveElement);
  await Promise.all(elements.map((element) => element.updateComplete));
}
