import { ReactiveElement } from 'lit';
import type { BindingUnderTest } from '../../contract/bindings/binding-under-test.js';
import { defineParts } from './define-parts.js';
import { PageElement } from './page-element.js';

customElements.define('page-of-parts', PageElement);
defineParts();

export const lit: BindingUnderTest = {
  name: 'Lit',
  async mount(scene) {
    const page = new PageElement();
    page.scene = scene;
    document.body.append(page);
    try {
      await updated(page);
    } catch (error) {
      page.remove();
      throw error;
    }
    return {
      container: page,
      async update(parts) {
        page.scene = { ...scene, parts };
        await updated(page);
      },
      rendered: () => updated(page),
      unmount: async () => page.remove(),
    };
  },
};

/** Each element updates by itself; rejects with what one throws. */
async function updated(page: PageElement): Promise<void> {
  await page.updateComplete;
  const elements = [...page.querySelectorAll('*')].filter((element) => element instanceof ReactiveElement);
  await Promise.all(elements.map((element) => element.updateComplete));
}
