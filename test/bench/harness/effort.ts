/** The duration and the extent of a measurement. */
export interface Effort {
  readonly samples: number;
  /** Duration of one sample, milliseconds; one run at least. */
  readonly sampleMs: number;
  /** How long each candidate runs before it is measured, milliseconds. */
  readonly warmUpMs: number;
  /** The numbers of records, for workloads that depend on them. */
  readonly sizes: readonly number[];
  /** Whether the processes of a monitor are measured, which takes minutes and gives no ratios. */
  readonly isLong: boolean;
}

const thorough: Effort = { samples: 41, sampleMs: 20, warmUpMs: 200, sizes: [1000, 10_000, 100_000], isLong: true };

export const efforts = {
  thorough,
  /** Enough to compare the ratios of the same workloads. */
  ratios: { ...thorough, samples: 21, isLong: false },
  quick: { samples: 5, sampleMs: 2, warmUpMs: 100, sizes: [1000], isLong: false },
} as const satisfies Readonly<Record<string, Effort>>;
