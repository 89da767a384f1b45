import { useCallTool, useServer, type ToolItem } from '@service/react';
import { appToolsOf, type ViewChange, type ViewViolation } from '@service/sdk/widget-host';
import type { JsonObject } from '@service/sdk/model';
import { useCallback, useMemo, useRef, useState, type ReactElement } from 'react';
import type { CallLog } from './call-log.ts';
import { widgetOf } from './entries.ts';
import { CallForm } from './entry-view.tsx';
import type { Lists } from './lists.ts';
import type { PageLink } from './page-link.ts';
import { ResultView } from './result-view.tsx';
import type { ServerState } from './server-state.ts';
import type { ShownCall } from './shown-call.ts';
import { ViolationList } from './violation-list.tsx';
import { useWidgetDocument } from './widget-document.ts';
import { standardSwitches, WidgetSwitches, type Switches } from './widget-switches.tsx';
import { WidgetStage } from './widget-stage.tsx';

interface WidgetViewProps {
  readonly lists: Lists;
  readonly link: PageLink;
  readonly log: CallLog;
  readonly call: ShownCall | undefined;
  readonly called: (call: ShownCall) => void;
  /** Widgets that the next server will have, by their tools. */
  readonly previews: ServerState['previews'];
}

/** A tool's result in its widget, as a strict host shows it. */
export function WidgetView({ call, called, link, lists, log, previews }: WidgetViewProps): ReactElement {
  const tools = lists.tools.filter((tool) => widgetOf(tool) !== undefined);
  const [chosen, choose] = useState<string>();
  const [switches, setSwitches] = useState<Switches>(standardSwitches);
  const tool = tools.find(({ name }) => name === (chosen ?? call?.tool)) ?? tools[0];
  if (tool === undefined)
    return (
      <p className="quiet">
        {lists.isRead
          ? 'No tool of this server has a widget. A tool gets one with `ui`: see “Show a result” in the guide.'
          : 'Waiting for the server …'}
      </p>
    );
  return (
    <div className="widget">
      <div className="bar">
        <label>
          Tool
          <select value={tool.name} onChange={({ target }) => choose(target.value)}>
            {tools.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <WidgetSwitches switches={switches} change={setSwitches} />
      </div>
      <Shown
        key={tool.name}
        tool={tool}
        lists={lists}
        link={link}
        log={log}
        previews={previews}
        switches={switches}
        call={call?.tool === tool.name ? call : undefined}
        called={(next) => {
          choose(undefined);
          called(next);
        }}
      />
    </div>
  );
}

interface ShownProps extends Omit<WidgetViewProps, 'call'> {
  readonly tool: ToolItem;
  readonly switches: Switches;
  readonly call: ShownCall | undefined;
}

function Shown({ call, called, link, lists, log, previews, switches, tool }: ShownProps): ReactElement {
  const { client } = useServer();
  // While a server is replaced there is no client; its widgets stay on the page.
  const lastClient = useRef(client);
  lastClient.current = client ?? lastClient.current;
  const [run, { error, loading }] = useCallTool(tool.name);
  const read = useWidgetDocument({ client, uri: widgetOf(tool), preview: previews.get(tool.name) });
  const { begun, changed, isReplayed, more, violations } = useViewState(log);
  const callable = useMemo(() => appToolsOf(lists.tools as readonly JsonObject[]), [lists.tools]);
  const submit = async (args: Readonly<Record<string, unknown>>): Promise<void> => {
    const result = await run(args);
    if (result !== null) called({ tool: tool.name, args, result });
  };
  return (
    <>
      <details open={call === undefined}>
        <summary>Call {tool.name}</summary>
        <CallForm tool={tool} label="Call" run={(args) => void submit(args)} />
      </details>
      {loading && <p role="status">Waiting for the answer …</p>}
      {error !== null && error !== undefined && <p className="notice bad">{error.message}</p>}
      {read.error !== undefined && <p className="notice bad">The widget cannot be read: {read.error}</p>}
      {isReplayed && (
        <p className="quiet" role="status">
          The widget has changed and begins again, with the result of the call. What you did in it since then is gone.
        </p>
      )}
      {call !== undefined && read.document !== undefined && lastClient.current !== undefined && (
        <WidgetStage
          sandbox={link.settings.sandbox ?? ''}
          document={read.document}
          call={call}
          switches={switches}
          callable={callable}
          client={lastClient.current}
          begun={begun}
          changed={changed}
        />
      )}
      {read.document !== undefined && (
        <ViolationList violations={violations} more={more} link={link} tool={tool.name} html={read.document.html} />
      )}
      {call?.result !== undefined && (
        <details>
          <summary>Result as text, for clients without widgets</summary>
          <ResultView result={call.result} />
        </details>
      )}
    </>
  );
}

interface ViewState {
  readonly violations: readonly ViewViolation[];
  /** Violations beside them. */
  readonly more: number;
  /** The document has changed below the call. */
  readonly isReplayed: boolean;
  readonly begun: (isAgain: boolean) => void;
  readonly changed: (change: ViewChange) => void;
}

/** What the view that is shown has done since it began. */
function useViewState(log: CallLog): ViewState {
  const [violations, setViolations] = useState<readonly ViewViolation[]>([]);
  const [more, setMore] = useState(0);
  const [isReplayed, setReplayed] = useState(false);
  const begun = useCallback((isAgain: boolean) => {
    setViolations([]);
    setMore(0);
    setReplayed(isAgain);
  }, []);
  const changed = useCallback(
    ({ message, moreViolations, refused, violation }: ViewChange) => {
      if (violation !== undefined) setViolations((before) => [...before, violation]);
      if (moreViolations !== undefined) setMore(moreViolations);
      if (message?.method !== undefined) log.add({ kind: 'view', title: message.method, sent: message.params ?? {} });
      if (refused !== undefined) log.add({ kind: 'view', title: 'refused', error: refused });
    },
    [log],
  );
  return { begun, changed, isReplayed, more, violations };
}
