import { createContext, useContext, type ReactNode } from 'react';
import { useQuery } from 'urql';
import { Waiting } from '../parts/loaded.tsx';
import { Fault } from '../parts/fault.tsx';
import { codeOf } from './client.ts';
import type { ResultOf } from './graphql.ts';
import { VIEWER } from './viewer-document.ts';

export type Viewer = ResultOf<typeof VIEWER>['viewer'];
export type Permission = Exclude<keyof Viewer['viewerCan'], 'createClientScopes'>;

const Context = createContext<Viewer | undefined>(undefined);

/**
 * Asks who is signed in, and shows the rest when that is known. A visitor who is not signed in is sent to the sign-in page.
 */
export function WithViewer({ children }: { children: ReactNode }) {
  const [{ data, error }] = useQuery({ query: VIEWER, requestPolicy: 'cache-first' });
  if (error && !data) return codeOf(error) === 'UNAUTHENTICATED' ? <Waiting /> : <Fault error={error} />;
  if (!data) return <Waiting />;
  return <Context value={data.viewer}>{children}</Context>;
}

/** Who is signed in, and what they may do. */
export function useViewer(): Viewer {
  const viewer = useContext(Context);
  if (!viewer) throw new Error('useViewer needs WithViewer around it.');
  return viewer;
}

/** Whether whoever is signed in may do this. */
export const useMay = (permission: Permission): boolean => useViewer().viewerCan[permission];
