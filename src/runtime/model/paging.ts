import type { ServerOptionsModel } from './server-model.ts';

/** Whether a list of so many items is answered in pages; `auto` pages only lists longer than the threshold. */
export const isPaged = (count: number, { autoThreshold, mode }: ServerOptionsModel['pagination']['tools']): boolean =>
  mode === 'auto' ? count > autoThreshold : mode;
