import * as v from 'valibot';
import { isObject } from './is-object.js';

/** An option that may be absent. Other code checks it. */
/* @__NO_SIDE_EFFECTS__ */
export function checkedElsewhere<T>(): v.OptionalSchema<v.CustomSchema<T, undefined>, undefined> {
  return v.optional(v.custom<T>(() => true));
}

/* @__NO_SIDE_EFFECTS__ */
export function aFunction<F>(): v.GenericSchema<F> {
  return v.custom<F>((value) => typeof value === 'function', 'a function');
}

/** An object with these methods. It is recognised by its shape, since it may come from another realm. */
/* @__NO_SIDE_EFFECTS__ */
export function withMethods<T>(expected: string, ...methods: readonly string[]): v.GenericSchema<T> {
  return v.custom<T>((value) => isObjectWith(value, methods), expected);
}

/* @__NO_SIDE_EFFECTS__ */
export function finite(expected: string, isWithin: (value: number) => boolean): v.GenericSchema<number> {
  return v.custom<number>((value) => Number.isFinite(value) && isWithin(value as number), expected);
}

export const positiveInteger: v.GenericSchema<number> = v.custom<number>(isPositiveInteger, 'an integer, 1 or more');

export function isPositiveInteger(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

/** May be `Infinity`. */
export const amount: v.GenericSchema<number> = v.custom<number>(isAmount, '0 or more');

export function isAmount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0;
}

/** May be `Infinity`. */
export const milliseconds: v.GenericSchema<number> = v.custom<number>(
  (value) => typeof value === 'number' && value > 0,
  'milliseconds, more than 0',
);

export const aBoolean: v.GenericSchema<boolean> = v.custom<boolean>((value) => typeof value === 'boolean', 'a boolean');

export const abortSignal: v.GenericSchema<AbortSignal> = v.custom<AbortSignal>(isAbortSignal, 'an AbortSignal');

/** Checks the shape: a signal may come from another realm, or from a polyfill. */
export function isAbortSignal(value: unknown): boolean {
  return (
    isObjectWith(value, ['addEventListener', 'removeEventListener']) &&
    typeof (value as Partial<AbortSignal>).aborted === 'boolean'
  );
}

export function isObjectWith(value: unknown, methods: readonly string[]): boolean {
  return isObject(value) && methods.every((name) => typeof value[name] === 'function');
}
