import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { meQuery } from '@/desk/api/me';

/** A screen of the desk, for which this component loads who is signed in. */
export function withMe(Page: ComponentType): () => ReactNode {
  return function PageWithMe() {
    useQuery(meQuery);
    return <Page />;
  };
}
