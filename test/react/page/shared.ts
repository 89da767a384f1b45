/* What a server renders and the browser takes over. */
import { mcpComponent, OutputDisplay, ServiceProvider, ToolForm, useListTools, useService } from '@service/react';
import { createElement, type ReactElement } from 'react';
import { z } from 'zod';

const Price = mcpComponent(({ amount }: { amount: number }): ReactElement => createElement('b', null, amount), {
  name: 'show_price',
  schema: z.object({ amount: z.number() }),
  fallback: 'no price',
});

function Names(): ReactElement {
  const { status } = useService();
  return createElement(
    'output',
    { id: 'shared' },
    `${status}: ${useListTools()
      .map(({ name }) => name)
      .join()}`,
  );
}

const tool = { name: 'add', inputSchema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] } };

/** A provider, a component that a model drives, a form and a view. */
export const Shared = (): ReactElement =>
  createElement(
    ServiceProvider,
    null,
    createElement(Names),
    createElement(Price),
    createElement(ToolForm, { tool, onSubmit: () => undefined }),
    createElement(OutputDisplay, { data: { a: 1 } }),
  );
