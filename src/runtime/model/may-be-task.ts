import type { ToolModel } from './server-model.ts';

/** An internal tool is an unknown one to the outside: an error about tasks would tell that it exists. */
export const mayBeTask = ({ taskSupport, visibility }: Pick<ToolModel, 'taskSupport' | 'visibility'>): boolean =>
  visibility !== 'internal' && (taskSupport === 'required' || taskSupport === 'optional');
