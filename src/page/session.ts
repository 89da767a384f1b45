import { messageOf } from '@service/sdk/internal';
import { openPageSession, type PageSession } from '@service/sdk/client/page';
import { useCallback, useEffect, useState } from 'react';
import type { PageLink } from './page-link.ts';

/** Who is signed in, and how that changes. */
export interface Session {
  /** Whether it is known: a server is asked only then. */
  readonly isReady: boolean;
  readonly isSignedIn: boolean;
  readonly token: PageSession['token'] | undefined;
  readonly error: string | undefined;
  /** Leaves the page for that of the server, which sends the person back. */
  readonly signIn: () => void;
  readonly signOut: () => void;
}

/** The sign-in at the server of the page. */
export function useSession(link: PageLink, url: string | undefined): Session {
  const [session, setSession] = useState<PageSession>();
  const [error, setError] = useState<string>();
  const [isSignedIn, setSignedIn] = useState(false);
  useEffect(() => {
    if (url === undefined) return;
    let isCurrent = true;
    const { title } = link.settings;
    openPageSession(url, { keepIn: 'tab', clientName: title }).then(
      (opened) => {
        if (!isCurrent) return;
        setSession(opened);
        setSignedIn(opened.isSignedIn);
        setError(opened.error?.message);
      },
      (failure: unknown) => setError(messageOf(failure)),
    );
    return () => {
      isCurrent = false;
    };
  }, [link, url]);
  const signIn = useCallback(() => {
    session?.signIn().catch((failure: unknown) => setError(messageOf(failure)));
  }, [session]);
  const signOut = useCallback(() => {
    setSignedIn(false);
    session?.signOut().catch((failure: unknown) => setError(messageOf(failure)));
  }, [session]);
  // Another function when somebody signs out: the server is asked anew then.
  const token = isSignedIn ? session?.token : undefined;
  return { isReady: session !== undefined || error !== undefined, isSignedIn, token, error, signIn, signOut };
}
