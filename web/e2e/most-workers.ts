/** The most workers that run at once: the players of the demo who may pay online are shared among so many (`paying.ts`). */
export const MOST_WORKERS = 4;
