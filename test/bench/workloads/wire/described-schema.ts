import type * as v from 'valibot';

/** The description of a valibot schema, for the kinds of schemas in src/core/records. */
export interface DescribedSchema {
  readonly type: string;
  readonly entries: Readonly<Record<string, DescribedSchema>>;
  readonly options: readonly [string, ...string[]];
  readonly item: DescribedSchema;
  readonly wrapped: DescribedSchema;
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[];
}

/** The description for all candidates, so that they check the same. */
export function describe(schema: v.GenericSchema): DescribedSchema {
  return schema as unknown as DescribedSchema;
}

export function isSafeInteger({ pipe = [] }: DescribedSchema): boolean {
  return pipe.some(({ type }) => type === 'safe_integer');
}

export function minimumOf({ pipe = [] }: DescribedSchema): number | undefined {
  return pipe.find(({ type }) => type === 'min_value')?.requirement as number | undefined;
}
