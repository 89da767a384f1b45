import { ServiceProvider, useServer, type ServerSource } from '@service/react';
import { connect, SignInNeeded } from '@service/sdk/client';
import { useMemo, useState, type ReactElement } from 'react';
import { AboutView } from './about-view.tsx';
import { CallLog } from './call-log.ts';
import { EntriesView } from './entries-view.tsx';
import { FindingList } from './finding-list.tsx';
import { useLists } from './lists.ts';
import { LogView } from './log-view.tsx';
import type { PageLink } from './page-link.ts';
import { QuestionDialog, Questions } from './questions.tsx';
import { useServerState, type ServerState } from './server-state.ts';
import { useSession, type Session } from './session.ts';
import type { ShownCall } from './shown-call.ts';
import { WidgetView } from './widget-view.tsx';

const views = { entries: 'Entries', widget: 'Widget', log: 'Log', about: 'About' } as const;
type ViewName = keyof typeof views;

/** The page of a server: what it has, its widgets, what was said, and who is signed in. */
export function ServerPage({ link }: { readonly link: PageLink }): ReactElement {
  const [log] = useState(() => new CallLog());
  const [questions] = useState(() => new Questions());
  const state = useServerState(link, log);
  const session = useSession(link, state.url);
  const { generation, url } = state;
  const { isReady, token } = session;
  const server = useMemo<ServerSource | undefined>(() => {
    if (url === undefined || !isReady || generation === 0) return undefined;
    const open = async (): Promise<ReturnType<CallLog['recorded']>> => {
      const client = await connect(url, {
        clientInfo: { name: 'service-page', version: '1.0.0' },
        fetch: link.fetch,
        token: token ?? (() => Promise.resolve(undefined)),
        onElicit: (asked) => questions.ask(asked),
        onNotification: (method, params) => void log.add({ kind: 'notification', title: method, sent: params }),
      });
      return log.recorded(client);
    };
    return { connect: open };
  }, [generation, isReady, link, log, questions, token, url]);
  if (!link.isKnown) return <Stranger title={link.settings.title} />;
  return (
    <ServiceProvider {...(server === undefined ? {} : { server })}>
      <Frame link={link} log={log} state={state} session={session} />
      <QuestionDialog questions={questions} />
    </ServiceProvider>
  );
}

interface FrameProps {
  readonly link: PageLink;
  readonly log: CallLog;
  readonly state: ServerState;
  readonly session: Session;
}

function Frame({ link, log, session, state }: FrameProps): ReactElement {
  const [view, setView] = useState<ViewName>('entries');
  const [chosen, setChosen] = useState('');
  const [call, setCall] = useState<ShownCall>();
  const server = useServer();
  const lists = useLists(server, link);
  const called = (next: ShownCall, hasWidget: boolean): void => {
    setCall(next);
    if (hasWidget && link.settings.sandbox !== undefined) setView('widget');
  };
  const names = (Object.keys(views) as ViewName[]).filter((name) => name !== 'widget' || link.settings.sandbox !== undefined);
  return (
    <div className="page">
      <header>
        <h1>{link.settings.title}</h1>
        <Status state={state} error={server.error} />
        <nav aria-label="Views">
          {names.map((name) => (
            <button key={name} type="button" aria-current={name === view ? 'page' : undefined} onClick={() => setView(name)}>
              {views[name]}
            </button>
          ))}
        </nav>
      </header>
      <Notices state={state} session={session} error={server.error} retry={server.connect} />
      <main>
        <div hidden={view !== 'entries'}>
          <EntriesView lists={lists} chosen={chosen} choose={setChosen} called={called} />
        </div>
        <div hidden={view !== 'widget'}>
          <WidgetView lists={lists} link={link} log={log} previews={state.previews} call={call} called={setCall} />
        </div>
        {view === 'log' && <LogView log={log} />}
        {view === 'about' && <AboutView session={session} state={state} />}
      </main>
    </div>
  );
}

const words: Readonly<Record<ServerState['state'], string>> = {
  waiting: 'starting',
  building: 'building',
  serving: 'serving',
  failed: 'build failed',
  ended: 'ended',
  gone: 'gone',
};

function Status({ error, state }: { readonly state: ServerState; readonly error: Error | undefined }): ReactElement {
  const isWell = state.state === 'serving' && error === undefined;
  const took = state.state === 'serving' && state.took !== undefined ? ` in ${state.took} ms` : '';
  return (
    <p className={`status ${isWell ? 'good' : 'bad'}`} role="status">
      {words[state.state]}
      {took} <span>{state.url ?? ''}</span>
    </p>
  );
}

interface NoticesProps extends Pick<FrameProps, 'session' | 'state'> {
  readonly error: Error | undefined;
  readonly retry: () => Promise<void>;
}

/** What a person has to do something about. */
function Notices({ error, retry, session, state }: NoticesProps): ReactElement {
  const needsSignIn = error instanceof SignInNeeded;
  return (
    <>
      {state.state === 'gone' && (
        <p className="notice bad">The program of this page has ended. Start it again, and open its new address.</p>
      )}
      {state.state === 'ended' && (
        <p className="notice bad">The server has ended by itself: the log says why. Save a file to start it again.</p>
      )}
      {needsSignIn ? (
        <p className="notice">
          This server wants to know who asks.{' '}
          <button type="button" onClick={() => session.signIn()}>
            Sign in
          </button>
        </p>
      ) : (
        error !== undefined &&
        state.state === 'serving' && (
          <p className="notice bad">
            {error.message}{' '}
            <button type="button" onClick={() => void retry()}>
              Try again
            </button>
          </p>
        )
      )}
      {session.error !== undefined && <p className="notice bad">{session.error}</p>}
      <FindingList findings={state.findings} />
    </>
  );
}

/** Someone opened the page without the token of its address. */
function Stranger({ title }: { readonly title: string }): ReactElement {
  return (
    <div className="page">
      <header>
        <h1>{title}</h1>
      </header>
      <p className="notice">Open the address that the terminal shows: it ends with a token, which this one lacks.</p>
    </div>
  );
}
