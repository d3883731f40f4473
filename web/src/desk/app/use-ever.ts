import { useState } from 'react';

/** Returns whether `is` was ever true since the component was mounted. */
export function useEver(is: boolean): boolean {
  const [was, setWas] = useState(is);
  if (is && !was) setWas(true);
  return was || is;
}
