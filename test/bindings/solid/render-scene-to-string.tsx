/** @jsxImportSource solid-js */
import { renderToString, renderToStringAsync } from 'solid-js/web';
import type { Scene } from '../../contract/bindings/binding-under-test.js';
import { Page } from './page.js';

export function renderSceneToString({ parts, ...scene }: Scene): string {
  return renderToString(() => <Page {...scene} parts={() => parts} />);
}

export function renderSceneAsync({ parts, ...scene }: Scene): Promise<string> {
  return renderToStringAsync(() => <Page {...scene} parts={() => parts} />);
}
