import { useState, useSyncExternalStore, type ReactElement } from 'react';
import type { CallLog, LogEntry } from './call-log.ts';
import { Json } from './json.tsx';

const kinds = { request: 'Requests', notification: 'Notifications', line: 'Output', view: 'Widget' } as const;
type Kind = keyof typeof kinds;

/** What was asked, answered and written, newest first. */
export function LogView({ log }: { readonly log: CallLog }): ReactElement {
  const entries = useSyncExternalStore(log.subscribe, log.entries);
  const [hidden, setHidden] = useState<ReadonlySet<Kind>>(new Set());
  const toggle = (kind: Kind): void => {
    const next = new Set(hidden);
    if (!next.delete(kind)) next.add(kind);
    setHidden(next);
  };
  const shown = entries.filter(({ kind }) => !hidden.has(kind)).toReversed();
  return (
    <section className="log" aria-label="Log">
      <div className="bar">
        {(Object.keys(kinds) as Kind[]).map((kind) => (
          <label key={kind}>
            <input type="checkbox" checked={!hidden.has(kind)} onChange={() => toggle(kind)} /> {kinds[kind]}
          </label>
        ))}
        <button type="button" onClick={() => log.clear()}>
          Clear
        </button>
      </div>
      {shown.length === 0 && <p className="quiet">Nothing yet.</p>}
      <ol>
        {shown.map((entry) => (
          <Line key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  );
}

function Line({ entry }: { readonly entry: LogEntry }): ReactElement {
  const { answer, error, kind, sent, time, title, took } = entry;
  const head = (
    <>
      <time>{new Date(time).toLocaleTimeString([], { hour12: false })}</time> <span className="what">{title}</span>{' '}
      {kind === 'request' && <span className="took">{took === undefined ? '…' : `${Math.round(took)} ms`}</span>}
      {error !== undefined && <span className="bad"> {error}</span>}
    </>
  );
  if (sent === undefined && answer === undefined) return <li className={kind}>{head}</li>;
  return (
    <li className={kind}>
      <details>
        <summary>
          {head} <small>{nameIn(sent)}</small>
        </summary>
        {sent !== undefined && <Json label="Parameters" value={sent} />}
        {answer !== undefined && <Json label="Result" value={answer} />}
      </details>
    </li>
  );
}

/** Which entry a request is about. */
function nameIn(sent: unknown): string {
  const { name, uri } = (typeof sent === 'object' && sent !== null ? sent : {}) as { readonly name?: unknown; readonly uri?: unknown };
  return typeof name === 'string' ? name : typeof uri === 'string' ? uri : '';
}
