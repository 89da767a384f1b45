import { textMember } from '@service/sdk/model';
import {
  PromptForm,
  ResourceViewer,
  ToolForm,
  useCallTool,
  useGetPrompt,
  useReadResource,
  type PromptItem,
  type ToolItem,
} from '@service/react';
import { messageOf } from '@service/sdk/internal';
import { useState, type ReactElement } from 'react';
import { Definition } from './definition.tsx';
import { argumentsOf, defaultsOf, JsonField, jsonFieldsOf } from './arguments.tsx';
import { widgetOf, type Entry } from './entries.ts';
import { Json } from './json.tsx';
import { ResultView } from './result-view.tsx';
import type { ShownCall } from './shown-call.ts';

interface EntryFormProps {
  readonly entry: Entry;
  readonly called: (call: ShownCall, hasWidget: boolean) => void;
}

/** An entry to try. */
export function EntryForm({ called, entry }: EntryFormProps): ReactElement {
  if (entry.kind === 'tool') return <ToolEntry entry={entry} called={called} />;
  if (entry.kind === 'resource') return <ResourceEntry entry={entry} />;
  return entry.kind === 'template' ? <TemplateEntry entry={entry} /> : <PromptEntry entry={entry} />;
}

/** A tool, and what a call of it gives. */
function ToolEntry({ called, entry }: EntryFormProps): ReactElement {
  // The list holds tools here.
  const tool = entry.item as ToolItem;
  const hasWidget = widgetOf(tool) !== undefined;
  const [call, { data, error, loading }] = useCallTool(tool.name);
  const run = async (args: Readonly<Record<string, unknown>>): Promise<void> => {
    const result = await call(args);
    if (result !== null) called({ tool: tool.name, args, result }, hasWidget);
  };
  return (
    <>
      <CallForm tool={tool} label={hasWidget ? 'Call and show' : 'Call'} run={(args) => void run(args)} />
      {loading && <p role="status">Waiting for the answer …</p>}
      {error !== null && error !== undefined && <p className="notice bad">{error.message}</p>}
      {data !== null && data !== undefined && <ResultView result={data} />}
      <Definition entry={entry} />
    </>
  );
}

interface CallFormProps {
  readonly tool: ToolItem;
  readonly label: string;
  readonly run: (args: Readonly<Record<string, unknown>>) => void;
}

/** The form of a tool's arguments; lists and objects are written as JSON. */
export function CallForm({ label, run, tool }: CallFormProps): ReactElement {
  const [fault, setFault] = useState<string>();
  const written = jsonFieldsOf(tool.inputSchema);
  const standards = defaultsOf(tool.inputSchema);
  return (
    <>
      <ToolForm
        tool={tool}
        submitLabel={label}
        className="form"
        onSubmit={(args) => {
          try {
            const parsed = argumentsOf(args, written);
            setFault(undefined);
            run(parsed);
          } catch (error) {
            setFault(messageOf(error));
          }
        }}
        renderField={(field) => <JsonField field={field} isJson={written.has(field.name)} standard={standards.get(field.name)} />}
      />
      {fault !== undefined && (
        <p className="notice bad" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}

/** A resource, read when a person asks for it. */
function ResourceEntry({ entry }: { readonly entry: Entry }): ReactElement {
  const [read, { data, error, loading }] = useReadResource();
  const uri = textMember(entry.item, 'uri');
  return (
    <>
      <p className="facts">
        <code>{uri}</code>
      </p>
      <button type="button" onClick={() => void read(uri)}>
        Read
      </button>
      {(loading || data !== null || error !== null) && <ResourceViewer data={data ?? null} loading={loading} error={error} />}
    </>
  );
}

/** A template of resources: its address is completed by hand. */
function TemplateEntry({ entry }: { readonly entry: Entry }): ReactElement {
  const [uri, setUri] = useState(() => textMember(entry.item, 'uriTemplate'));
  const [read, { data, error, loading }] = useReadResource();
  return (
    <>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void read(uri);
        }}
      >
        <div>
          <label htmlFor="template-uri">uri</label>
          <input id="template-uri" value={uri} onChange={({ target }) => setUri(target.value)} />
        </div>
        <button type="submit">Read</button>
      </form>
      {(loading || data !== null || error !== null) && <ResourceViewer data={data ?? null} loading={loading} error={error} />}
    </>
  );
}

/** A prompt, and its messages. */
function PromptEntry({ entry: { item } }: { readonly entry: Entry }): ReactElement {
  // The list holds prompts here.
  const prompt = item as PromptItem;
  const [get, { data, error, loading }] = useGetPrompt(prompt.name);
  return (
    <>
      <PromptForm prompt={prompt} submitLabel="Get" className="form" onSubmit={(args) => void get(args)} />
      {loading && <p role="status">Waiting for the answer …</p>}
      {error !== null && error !== undefined && <p className="notice bad">{error.message}</p>}
      {data !== null && data !== undefined && <Json label="Messages" value={data['messages']} />}
    </>
  );
}
