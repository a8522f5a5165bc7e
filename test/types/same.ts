/** Refuses what is assignable and not the same, `any` above all. */
export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

export declare function expectSame<A, B>(_: Same<A, B>): void;
