/** `Symbol.dispose`, or a substitute symbol on platforms without it. */
export const disposeSymbol: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');
