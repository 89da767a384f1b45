import { useServer } from '@service/react';
import type { ReactElement } from 'react';
import type { ServerState } from './server-state.ts';
import type { Session } from './session.ts';

/** Who is signed in, where the server is, and what else shows it. */
export function AboutView({ session, state }: { readonly session: Session; readonly state: ServerState }): ReactElement {
  const { status } = useServer();
  const { url = '' } = state;
  return (
    <section className="about" aria-label="About">
      <h2>Sign-in</h2>
      <p>{session.isSignedIn ? 'Signed in: requests carry your token.' : 'Not signed in: requests carry no token.'}</p>
      {session.isSignedIn ? (
        <button type="button" onClick={session.signOut}>
          Sign out
        </button>
      ) : (
        <button type="button" onClick={session.signIn} disabled={url === ''}>
          Sign in
        </button>
      )}
      <h2>Server</h2>
      <dl>
        <dt>Address</dt>
        <dd>
          <code>{url}</code>
        </dd>
        <dt>Connection</dt>
        <dd>{status}</dd>
      </dl>
      <h2>Client configuration</h2>
      <pre>{JSON.stringify({ mcpServers: { dev: { type: 'http', url } } }, null, 2)}</pre>
      <h2>More</h2>
      <p>Every message in detail, sampling, roots and older transports: the inspector of the protocol shows them.</p>
      <pre>npx @modelcontextprotocol/inspector --transport http --server-url {url}</pre>
    </section>
  );
}
