/** The highest number of workers: each has its own share of the demo's players who may pay online (`paying.ts`). */
export const MOST_WORKERS = 4;
