import { createQueryClient } from '@/api/create-query-client';
import { forgetSession } from './keep';
import { watchSignedOut } from './signed-out';

/** The desk's cache of server data. */
export const queryClient = createQueryClient();

// What one person saw must not be shown to the next one.
watchSignedOut(() => {
  queryClient.clear();
  forgetSession();
});
