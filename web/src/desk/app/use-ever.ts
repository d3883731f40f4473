import { useState } from 'react';

/** Returns whether the condition was ever true since the component was mounted. */
export function useEver(condition: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(condition);
  if (condition && !wasTrue) setWasTrue(true);
  return wasTrue || condition;
}
