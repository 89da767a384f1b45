import {
  OutputDisplay,
  PromptForm,
  ResourceViewer,
  ToolForm,
  useCallTool,
  useGetPrompt,
  useListPrompts,
  useListTools,
  useReadResource,
} from '@service/react';
import type { ReactElement } from 'react';
import { Panel } from './panel';

/** Forms and viewers over what the server lists. */
export function Forms(): ReactElement {
  return (
    <>
      <Panel title="ToolForm and OutputDisplay" about="A field for every property of the schema; what the call gives is below.">
        <Converter />
      </Panel>
      <Panel title="PromptForm" about="A text for every argument of a prompt.">
        <Packing />
      </Panel>
      <Panel title="ResourceViewer" about="What a resource holds, JSON indented.">
        <Tips />
      </Panel>
    </>
  );
}

function Converter(): ReactElement | null {
  const tool = useListTools().find(({ name }) => name === 'convert_currency');
  const [call, { data, error, loading }] = useCallTool('convert_currency');
  if (tool === undefined) return null;
  return (
    <>
      <ToolForm tool={tool} aria-label="Convert" submitLabel="Convert" onSubmit={(args) => void call(args)} />
      <OutputDisplay data={data?.structuredContent ?? data?.content} error={error} loading={loading} />
    </>
  );
}

function Packing(): ReactElement | null {
  const prompt = useListPrompts().find(({ name }) => name === 'packing_list');
  const [get, { data, error, loading }] = useGetPrompt('packing_list');
  if (prompt === undefined) return null;
  return (
    <>
      <PromptForm prompt={prompt} aria-label="Packing list" onSubmit={(args) => void get(args)} />
      <OutputDisplay data={data?.['messages']} error={error} loading={loading} />
    </>
  );
}

function Tips(): ReactElement {
  const { data, error, loading, refetch } = useReadResource('trip://tips');
  return (
    <>
      <ResourceViewer data={data} error={error} loading={loading} />
      <button type="button" onClick={() => void refetch()}>
        Read again
      </button>
    </>
  );
}
