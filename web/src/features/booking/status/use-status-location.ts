import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { isStillHere } from './is-still-here';

/**
 * The location of the status page, with the state that came with it. The router's own location is that of the next screen
 * already while that one is loading and this page is still shown; `isHere` is false then. A player may come back before it is loaded.
 */
export function useStatusLocation() {
  const location = useLocation();
  const [own, setOwn] = useState(location);
  const isHere = isStillHere({ latestLocation: location });
  if (isHere && own !== location) setOwn(location);
  const { href, state } = isHere ? location : own;
  return { href, state, isHere };
}
