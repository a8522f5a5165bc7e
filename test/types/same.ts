/** Refuses types that are assignable but not the same, above all `any`. */
export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

export declare function expectSame<A, B>(_: Same<A, B>): void;
