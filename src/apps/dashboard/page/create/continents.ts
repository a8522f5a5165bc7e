/** The beginnings of the names of regions. */
const CONTINENTS = {
  'North America': ['us', 'ca', 'northamerica'],
  'South America': ['sa', 'southamerica'],
  Europe: ['eu', 'europe'],
  'Asia Pacific': ['ap', 'asia', 'australia'],
  Africa: ['af', 'africa'],
} as const;

export function continentOf(region: string): string {
  const [start = ''] = region.split('-');
  return Object.entries(CONTINENTS).find(([, names]) => names.some((name) => name === start))?.[0] ?? 'Other';
}

/** Groups values by name, in the order in which the groups first occur. */
export function groupsOf<Value>(
  values: readonly Value[],
  nameOf: (value: Value) => string,
): readonly (readonly [name: string, values: readonly Value[]])[] {
  const names = [...new Set(values.map(nameOf))];
  return names.map((name) => [name, values.filter((value) => nameOf(value) === name)]);
}
