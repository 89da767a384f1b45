import { createElement, Fragment, useState, type ReactElement, type ReactNode } from 'react';
import { useDynamicTool } from '../hooks/use-dynamic.ts';
import type { JsonSchema, StandardSchema } from '../core/standard-schema.ts';

/** Props of {@link AgentContent}. */
export interface AgentContentProps {
  readonly name: string;
  readonly description?: string | undefined;
  /** @default an object of any members */
  readonly inputSchema?: JsonSchema | undefined;
  readonly schema?: StandardSchema<Readonly<Record<string, unknown>>> | undefined;
  /** Draws what the last call brought. */
  readonly render: (args: Readonly<Record<string, unknown>>) => ReactNode;
  /** Until the first call. */
  readonly fallback?: ReactNode;
  readonly server?: string | undefined;
}

/**
 * A tool whose arguments are drawn; it answers `{ success: true }`.
 * @deprecated write {@link mcpComponent}, which types its props
 * @example
 * <AgentContent name="show_note" render={({ text }) => <p>{String(text)}</p>} />
 */
export function AgentContent({ fallback = null, render, ...tool }: AgentContentProps): ReactElement {
  const [args, setArgs] = useState<Readonly<Record<string, unknown>>>();
  useDynamicTool({
    ...tool,
    execute: (given) => {
      setArgs(given);
      return { success: true };
    },
  });
  return createElement(Fragment, null, args === undefined ? fallback : render(args));
}

/** Props of {@link AgentSearch}. */
export interface AgentSearchProps {
  /** Name of the tool. */
  readonly name: string;
  readonly description?: string | undefined;
  readonly placeholder?: string | undefined;
  /** Hears what a model searches for. */
  readonly onSearch?: ((query: string) => void) | undefined;
  readonly server?: string | undefined;
}

const querySchema = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] };

/**
 * A search field that a model can fill in; the tool takes `{ query }` and answers `{ success: true }`.
 * @deprecated write an input of your own and {@link useDynamicTool}
 * @example
 * <AgentSearch name="search_notes" onSearch={setQuery} />
 */
export function AgentSearch({ description, name, onSearch, placeholder = 'Search', server }: AgentSearchProps): ReactElement {
  const [query, setQuery] = useState('');
  const search = (text: string): void => {
    setQuery(text);
    onSearch?.(text);
  };
  useDynamicTool<{ readonly query: string }>({
    name,
    description,
    server,
    inputSchema: querySchema,
    execute: (args) => {
      search(args.query);
      return { success: true };
    },
  });
  return createElement('input', {
    type: 'search',
    'aria-label': placeholder,
    placeholder,
    value: query,
    onChange: (event: { target: { value: string } }) => search(event.target.value),
  });
}
