/** `Symbol.dispose`, also where the platform has none yet: there it is a symbol that nobody looks for. */
export const disposeSymbol: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');
