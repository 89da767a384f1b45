import type { ListItem, PromptItem, ResourceItem, ServerEntry, ToolItem } from '@service/react';
import { useEffect, useState } from 'react';
import type { PageLink } from './page-link.ts';

/** What a server has, and what its tools cost a model. */
export interface Lists {
  readonly isRead: boolean;
  readonly tools: readonly ToolItem[];
  readonly resources: readonly ResourceItem[];
  readonly resourceTemplates: readonly ListItem[];
  readonly prompts: readonly PromptItem[];
  /** Tokens by name. */
  readonly costs: ReadonlyMap<string, number>;
}

const listNames = ['prompts', 'resources', 'resourceTemplates', 'tools'] as const;

/** Those that the page was given; else the lists of now, or those of before while the server is replaced, so that nothing a person has written goes away. */
export function useLists(server: ServerEntry, link: PageLink, given: Lists | undefined): Lists {
  const { prompts, resources, resourceTemplates, status, tools } = server;
  const [kept, keep] = useState<Pick<ServerEntry, (typeof listNames)[number]>>();
  const [costs, setCosts] = useState<ReadonlyMap<string, number>>(new Map());
  const now = { prompts, resources, resourceTemplates, tools };
  if (status === 'connected' && (kept === undefined || listNames.some((name) => kept[name] !== now[name]))) keep(now);
  const shown = kept ?? server;
  useEffect(() => {
    const { tools: counted } = shown;
    link.costs(counted).then(
      (tokens) => setCosts(new Map(counted.flatMap(({ name }, at) => (tokens[at] === undefined ? [] : [[name, tokens[at]]])))),
      () => setCosts(new Map()),
    );
  }, [link, shown]);
  return given ?? { ...shown, costs, isRead: kept !== undefined };
}
