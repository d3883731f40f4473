import { useState } from 'react';

/** Whether `is` was ever true since the component began. */
export function useEver(is: boolean): boolean {
  const [was, setWas] = useState(is);
  if (is && !was) setWas(true);
  return was || is;
}
