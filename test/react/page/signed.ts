/* A page over a server elsewhere that wants people to sign in. */
import { connect, type SignInNeeded } from '@service/sdk/client';
import { openPageSession, type PageSessionOptions } from '@service/sdk/client/page';
import { OutputDisplay, ServiceProvider, useCallTool, useService } from '@service/react';
import { createElement, type ReactElement } from 'react';
import { offer, show } from './stage.ts';

const { options = {}, url = '' } = globalThis as { readonly url?: string; readonly options?: PageSessionOptions };
const session = await openPageSession(url, { clientName: 'The shop', ...options });
const server = { connect: () => connect(url, { token: session.token }) };

const isSignedOut = (error: Error | undefined): error is SignInNeeded => error?.name === 'SignInNeeded';

function Caller(): ReactElement {
  const { error, status } = useService();
  const [whoami, { data }] = useCallTool('whoami');
  const button = (id: string, onClick: () => void): ReactElement => createElement('button', { id, onClick }, id);
  return createElement(
    'main',
    null,
    createElement('output', { id: 'status' }, isSignedOut(error) ? 'signed out' : `${status} ${error?.message ?? ''}`),
    createElement('output', { id: 'failed' }, session.error?.message ?? 'none'),
    button('in', () => void session.signIn().catch((failure: Error) => offer({ refused: () => failure.message }))),
    button('call', () => void whoami()),
    createElement(OutputDisplay, { data: data?.content }),
  );
}

show(createElement(ServiceProvider, { server }, createElement(Caller)));
offer({ isSignedIn: () => session.isSignedIn, signOut: session.signOut, token: () => session.token(false), refused: () => 'nothing' });
