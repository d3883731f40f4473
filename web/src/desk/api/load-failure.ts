/** Why a query has no newer answer: its failure, or that of a try that is repeated once there is a network. */
export function loadFailureOf(query: {
  error: Error | null;
  isPaused: boolean;
  failureReason: Error | null;
}): Error | null {
  return query.error ?? (query.isPaused ? query.failureReason : null);
}
