import { ServiceProvider, useServer, type ServerSource } from '@service/react';
import { connect, SignInNeeded } from '@service/sdk/client';
import { useMemo, useState, type ReactElement } from 'react';
import { AboutView } from './about-view.tsx';
import { CallLog } from './call-log.ts';
import { EntriesView } from './entries-view.tsx';
import type { Entry } from './entries.ts';
import { EntryForm } from './entry-view.tsx';
import { FindingList } from './finding-list.tsx';
import { useKeptText } from './kept-state.ts';
import { useLists, type Lists } from './lists.ts';
import { LogView } from './log-view.tsx';
import { PageHeader } from './page-header.tsx';
import type { PageLink } from './page-link.ts';
import { QuestionDialog, Questions } from './questions.tsx';
import { useServerState, type ServerState } from './server-state.ts';
import { useSession, type Session } from './session.ts';
import type { ShownCall } from './shown-call.ts';
import { ViewBoundary } from './view-boundary.tsx';
import { WidgetView } from './widget-view.tsx';

const ownViews = ['Entries', 'Widget', 'Log', 'About'] as const;

interface ServerPageProps {
  readonly link: PageLink;
  /** What is listed, where it is known; else what the server lists. */
  readonly lists?: Lists;
  /** Further views by their names, before those of every page; the first one is shown first. */
  readonly views?: Readonly<Record<string, () => ReactElement>>;
}

const noViews: NonNullable<ServerPageProps['views']> = {};

/** The page of a server: what it has, its widgets, what was said, and who is signed in. */
export function ServerPage({ link, lists, views = noViews }: ServerPageProps): ReactElement {
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
      <ViewBoundary name="This page">
        <Frame link={link} given={lists} views={views} log={log} state={state} session={session} />
      </ViewBoundary>
      <ViewBoundary name="The question of the server">
        <QuestionDialog questions={questions} />
      </ViewBoundary>
    </ServiceProvider>
  );
}

interface FrameProps extends Required<Pick<ServerPageProps, 'link' | 'views'>> {
  readonly given: Lists | undefined;
  readonly log: CallLog;
  readonly state: ServerState;
  readonly session: Session;
}

function Frame({ given, link, log, session, state, views }: FrameProps): ReactElement {
  const names = [...Object.keys(views), ...ownViews.filter((name) => name !== 'Widget' || link.settings.sandbox !== undefined)];
  const [kept, setView] = useKeptText('view', '');
  const view = names.includes(kept) ? kept : (names[0] ?? '');
  const [chosen, setChosen] = useKeptText('entry', '');
  const [call, setCall] = useState<ShownCall>();
  const server = useServer();
  const lists = useLists(server, link, given);
  const called = (next: ShownCall, hasWidget: boolean): void => {
    setCall(next);
    if (hasWidget && link.settings.sandbox !== undefined) setView('Widget');
  };
  const detail = (entry: Entry): ReactElement => (
    <ViewBoundary key={entry.key} name="This entry">
      <EntryForm entry={entry} called={called} />
    </ViewBoundary>
  );
  return (
    <div className="page">
      <PageHeader title={link.settings.title} views={names} shown={view} show={setView}>
        <Status state={state} error={server.error} />
      </PageHeader>
      <ViewBoundary name="What is to be done">
        <Notices state={state} session={session} error={server.error} retry={server.connect} />
      </ViewBoundary>
      <main>
        <ViewBoundary key={view} name={view}>
          {views[view]?.()}
          {view === 'Log' && <LogView log={log} />}
          {view === 'About' && <AboutView session={session} state={state} />}
        </ViewBoundary>
        <div hidden={view !== 'Entries'}>
          <ViewBoundary name="Entries">
            <EntriesView lists={lists} chosen={chosen} choose={setChosen} detail={detail} />
          </ViewBoundary>
        </div>
        <div hidden={view !== 'Widget'}>
          <ViewBoundary name="Widget">
            <WidgetView lists={lists} link={link} log={log} previews={state.previews} call={call} called={setCall} />
          </ViewBoundary>
        </div>
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
  const isBusy = state.state === 'building' || state.state === 'waiting';
  const look = isBusy ? 'busy' : state.state === 'serving' && error === undefined ? 'good' : 'bad';
  const took = state.state === 'serving' && state.took !== undefined ? ` in ${state.took} ms` : '';
  return (
    <p className={`status ${look}`} role="status">
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
        <p className="notice bad">
          The program of this page does not answer any more. Reload; if it has ended, start it again and open its new address.
        </p>
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
