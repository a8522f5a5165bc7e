/** @jsxImportSource solid-js */
import { Index, type Accessor, type JSX } from 'solid-js';
import { FleetProvider } from '../../../src/bindings/solid/index.js';
import type { Part, Scene } from '../../contract/bindings/binding-under-test.js';
import { PartOfPage } from './part-of-page.js';

interface PageProps extends Omit<Scene, 'parts'> {
  readonly parts: Accessor<readonly Part[]>;
}

export function Page(props: PageProps): JSX.Element {
  const parts = () => (
    <Index each={props.parts()}>{(part, at) => <PartOfPage at={at} part={part()} show={props.show} />}</Index>
  );
  return props.fleet === undefined ? parts() : <FleetProvider fleet={props.fleet}>{parts()}</FleetProvider>;
}
