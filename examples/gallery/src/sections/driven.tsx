import { AgentContent, AgentSearch, DynamicRenderer, useDynamicTool, useService, type DynamicRendererProps } from '@service/react';
import { useState, type ReactElement } from 'react';
import { Panel } from './panel';

const treeSchema = {
  type: 'object',
  properties: { tree: { type: 'object', description: 'Card or Badge, with children' } },
  required: ['tree'],
};
const start: DynamicRendererProps['tree'] = {
  type: 'Card',
  props: { title: 'A tree' },
  children: { type: 'Badge', props: { label: 'of a model' } },
};
const noteSchema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };

/** Further things that a model drives. */
export function Driven(): ReactElement {
  const [query, setQuery] = useState('');
  return (
    <>
      <Panel title="DynamicRenderer and ComponentRegistry" about="A tree of the components that the page has registered.">
        <Cards />
      </Panel>
      <Panel title="AgentContent" about="Draws what a call brings. Deprecated: write mcpComponent.">
        <AgentContent
          name="show_note"
          description="Shows a note"
          inputSchema={noteSchema}
          fallback={<p className="empty">No note yet</p>}
          render={({ text }) => <blockquote>{String(text)}</blockquote>}
        />
      </Panel>
      <Panel title="AgentSearch" about="A search field that a model fills in. Deprecated: write an input of your own.">
        <AgentSearch name="search_places" description="Searches for places" placeholder="Search places" onSearch={setQuery} />
        <p className="quiet">{query === '' ? 'Nothing searched' : `Searched: ${query}`}</p>
      </Panel>
    </>
  );
}

function Cards(): ReactElement {
  const { registry } = useService();
  const [tree, setTree] = useState(start);
  useDynamicTool<{ readonly tree: DynamicRendererProps['tree'] }>({
    name: 'show_cards',
    description: `Draws a tree of ${registry
      .list()
      .map(({ name }) => name)
      .join(' and ')}`,
    inputSchema: treeSchema,
    execute: (given) => {
      setTree(given.tree);
      return { success: true };
    },
  });
  return <DynamicRenderer tree={tree} registry={registry} />;
}
