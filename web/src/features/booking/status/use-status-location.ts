import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { isStillHere } from './is-still-here';

/**
 * The location of the status page, with the state that came with it. While the next screen is loading, the router's own
 * location is that screen's already; `isHere` is false then.
 */
export function useStatusLocation() {
  const location = useLocation();
  const [own, setOwn] = useState(location);
  const isHere = isStillHere({ latestLocation: location });
  if (isHere && own !== location) setOwn(location);
  const { href, state } = isHere ? location : own;
  return { href, state, isHere };
}
