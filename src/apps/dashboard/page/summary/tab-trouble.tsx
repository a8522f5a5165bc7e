import { useEffect, useMemo } from 'react';
import { type Readable, useFleet, useView } from '../../../../bindings/react/index.js';
import type { RowFacts } from '../grid/facts-view.js';
import { isTrouble } from '../../../../format/describe-health.js';
import { indexFactsOf } from '../indices/index-facts.js';

const calmIcon = new URL('../icon.svg', import.meta.url).href;
const troubleIcon = new URL('../icon-trouble.svg', import.meta.url).href;

export interface TabTroubleProps {
  readonly databases: Readable<readonly RowFacts[]>;
  readonly isDown: boolean;
}

/** Shows trouble in the title and the icon of the tab. It renders nothing. */
export function TabTrouble({ databases, isDown }: TabTroubleProps): null {
  const count =
    useView(databases, { select: countTrouble }) + useView(indexFactsOf(useFleet()), { select: countTrouble });
  const title = useMemo(() => titleOf(count, isDown), [count, isDown]);
  const isTroubled = count > 0 || isDown;
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    document.querySelector('link[rel="icon"]')?.setAttribute('href', isTroubled ? troubleIcon : calmIcon);
  }, [isTroubled]);
  return null;
}

function countTrouble(rows: readonly RowFacts[]): number {
  return rows.filter(({ health }) => isTrouble(health)).length;
}

function titleOf(count: number, isDown: boolean): string {
  if (isDown) return '(!) fleetglass';
  return count === 0 ? 'fleetglass' : `(${count}) fleetglass`;
}
