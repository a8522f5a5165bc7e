/** The fields of a vector index that depend on its plan, with their wire names and units (api.md, Vector index record). */
export interface VectorIndexPlanFields {
  readonly max_vector_count: number;
  readonly max_daily_updates: number;
  readonly max_daily_queries: number;
  readonly max_monthly_bandwidth: number;
  readonly max_writes_per_second: number;
  readonly max_query_per_second: number;
  readonly max_reads_per_request: number;
  readonly max_writes_per_request: number;
  readonly max_total_metadata_size: number;
  readonly reserved_price?: number;
}

const GIB = 2 ** 30;

const UNLIMITED_BANDWIDTH = -1;

/** The limits of each plan. api.md documents no values: these are the service's own choice. */
export const vectorIndexPlans: Readonly<Record<'free' | 'payg' | 'fixed', VectorIndexPlanFields>> = {
  free: {
    max_vector_count: 200_000,
    max_daily_updates: 10_000,
    max_daily_queries: 10_000,
    max_monthly_bandwidth: 1 * GIB,
    max_writes_per_second: 100,
    max_query_per_second: 100,
    max_reads_per_request: 1_000,
    max_writes_per_request: 1_000,
    max_total_metadata_size: 1 * GIB,
  },
  payg: {
    max_vector_count: 2_000_000,
    max_daily_updates: 1_000_000,
    max_daily_queries: 1_000_000,
    max_monthly_bandwidth: 200 * GIB,
    max_writes_per_second: 1_000,
    max_query_per_second: 1_000,
    max_reads_per_request: 1_000,
    max_writes_per_request: 1_000,
    max_total_metadata_size: 10 * GIB,
  },
  fixed: {
    max_vector_count: 10_000_000,
    max_daily_updates: 1_000_000,
    max_daily_queries: 1_000_000,
    max_monthly_bandwidth: UNLIMITED_BANDWIDTH,
    max_writes_per_second: 2_000,
    max_query_per_second: 2_000,
    max_reads_per_request: 1_000,
    max_writes_per_request: 1_000,
    max_total_metadata_size: 50 * GIB,
    reserved_price: 60,
  },
};
