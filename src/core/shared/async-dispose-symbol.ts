/** `Symbol.asyncDispose`, or a substitute symbol on platforms without it. */
export const asyncDisposeSymbol: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose');
