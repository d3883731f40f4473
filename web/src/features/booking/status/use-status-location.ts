import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { isStillHere } from './is-still-here';

/**
 * The location of the status page, with the state that came with it. The router's own location is that of the next screen
 * already while that one is loading and this page is still shown.
 */
export function useStatusLocation() {
  const location = useLocation();
  const [own, setOwn] = useState(location);
  const isOwn = isStillHere({ latestLocation: location });
  if (isOwn && own !== location) setOwn(location);
  return isOwn ? location : own;
}
