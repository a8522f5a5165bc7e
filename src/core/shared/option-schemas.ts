import type * as v from 'valibot';
import { isObject } from './is-object.js';

/** Decides which values an option accepts. Any schema of valibot is an option. */
export interface Option<T> extends Pick<v.GenericSchema, '~run'> {
  readonly members?: Options;
  readonly isOptional?: boolean;
  readonly byDefault?: unknown;
  /** Carries the type of the value. No option has it at run time. */
  readonly output?: { readonly of: T };
}

export type Options = Readonly<Record<string, Option<unknown>>>;

export type OptionsOf<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends v.GenericSchema
    ? v.InferOutput<O[Name]>
    : O[Name] extends Option<infer T>
      ? T
      : never;
};

export type OptionSchema<T> = Option<T> & v.GenericSchema<T>;

/**
 * Makes an option that schemas of valibot can also contain, like `v.custom`. A page that only shows records checks its
 * options without loading valibot.
 *
 * @param message completes the sentence "expected …"
 */
/* @__NO_SIDE_EFFECTS__ */
export function custom<T>(check: (value: unknown) => boolean, message = ''): OptionSchema<T> {
  return {
    kind: 'schema',
    type: 'custom',
    message,
    '~run': ({ value }: { readonly value: unknown }) =>
      check(value) ? { typed: true, value } : { typed: false, value, issues: [{ type: 'custom', message }] },
  } as unknown as OptionSchema<T>;
}

/* @__NO_SIDE_EFFECTS__ */
export function optional<T>(option: Option<T>): Option<T | undefined>;
export function optional<T>(option: Option<T>, byDefault: T): Option<T>;
export function optional<T>(option: Option<T>, byDefault?: T): Option<T | undefined> {
  return { ...option, isOptional: true, byDefault };
}

/* @__NO_SIDE_EFFECTS__ */
export function objectOf<O extends Options>(members: O, expected = 'Object'): Option<OptionsOf<O>> {
  return { ...custom<OptionsOf<O>>(isObject, expected), members };
}

/** An option that may be absent. Other code checks it. */
/* @__NO_SIDE_EFFECTS__ */
export function checkedElsewhere<T>(): Option<T | undefined> {
  return custom<T | undefined>(() => true);
}

/* @__NO_SIDE_EFFECTS__ */
export function aFunction<F>(): OptionSchema<F> {
  return custom((value) => typeof value === 'function', 'a function');
}

/** An object with these methods. It is recognised by its shape, since it may come from another realm. */
/* @__NO_SIDE_EFFECTS__ */
export function withMethods<T>(expected: string, ...methods: readonly string[]): OptionSchema<T> {
  return custom((value) => isObjectWith(value, methods), expected);
}

/* @__NO_SIDE_EFFECTS__ */
export function finite(expected: string, isWithin: (value: number) => boolean): OptionSchema<number> {
  return custom((value) => Number.isFinite(value) && isWithin(value as number), expected);
}

export const positiveInteger: OptionSchema<number> = custom(isPositiveInteger, 'an integer, 1 or more');

export function isPositiveInteger(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

/** May be `Infinity`. */
export const amount: OptionSchema<number> = custom(isAmount, '0 or more');

export function isAmount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0;
}

/** May be `Infinity`. */
export const milliseconds: OptionSchema<number> = custom(
  (value) => typeof value === 'number' && value > 0,
  'milliseconds, more than 0',
);

export const aBoolean: OptionSchema<boolean> = custom((value) => typeof value === 'boolean', 'a boolean');

export const abortSignal: OptionSchema<AbortSignal> = custom(isAbortSignal, 'an AbortSignal');

/** Checks the shape: a signal may come from another realm, or from a polyfill. */
export function isAbortSignal(value: unknown): boolean {
  return (
    isObjectWith(value, ['addEventListener', 'removeEventListener']) &&
    typeof (value as Partial<AbortSignal>).aborted === 'boolean'
  );
}

/** Whether a text can name a store or a group. */
export function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= 256 && !/[\p{Cc}\p{Cs}]/u.test(value);
}

export function isPath(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && !value.includes('\0');
}

export function isObjectWith(value: unknown, methods: readonly string[]): boolean {
  return isObject(value) && methods.every((name) => typeof value[name] === 'function');
}
