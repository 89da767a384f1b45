import { OutputDisplay, ToolForm, useCallTool, useListTools, useService, type ToolItem } from '@service/react';
import type { ReactElement } from 'react';
import { Weather } from './weather';

export function App(): ReactElement {
  const { error, status } = useService();
  const tools = useListTools();
  return (
    <main>
      <h1>A page that a model drives</h1>
      <p role="status">{error === undefined ? status : error.message}</p>
      <Weather />
      <h2>Tools</h2>
      {tools.map((tool) => (
        <TryTool key={tool.name} tool={tool} />
      ))}
    </main>
  );
}

/** What a model can call, for you to try. */
function TryTool({ tool }: { readonly tool: ToolItem }): ReactElement {
  const [call, { data, error, loading }] = useCallTool(tool.name);
  return (
    <section aria-label={tool.name}>
      <h3>{tool.name}</h3>
      <p>{tool.description}</p>
      <ToolForm tool={tool} onSubmit={(args) => void call(args)} />
      <OutputDisplay data={data?.structuredContent ?? data?.content} error={error} loading={loading} />
    </section>
  );
}
