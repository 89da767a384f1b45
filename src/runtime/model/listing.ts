import type { EntryModel, ServerModel, ServerOptionsModel, ToolModel } from './server-model.ts';

/** Whether a list of so many items is answered in pages; `auto` pages only lists longer than the threshold. */
export const isPaged = (count: number, { autoThreshold, mode }: ServerOptionsModel['pagination']['tools']): boolean =>
  mode === 'auto' ? count > autoThreshold : mode;

/** An internal tool is an unknown one to the outside: an error about tasks would tell that it exists. */
export const mayBeTask = ({ taskSupport, visibility }: Pick<ToolModel, 'taskSupport' | 'visibility'>): boolean =>
  visibility !== 'internal' && (taskSupport === 'required' || taskSupport === 'optional');

/** Every entry of a server but its skills, in the order of their kinds. */
export const entriesOf = ({
  prompts,
  resources,
  resourceTemplates,
  tools,
}: Pick<ServerModel, 'prompts' | 'resources' | 'resourceTemplates' | 'tools'>): readonly EntryModel[] => [
  ...tools,
  ...resources,
  ...resourceTemplates,
  ...prompts,
];
