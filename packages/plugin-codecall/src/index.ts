export type { CodeCallField, CodeCallOptions, EmbeddingOptions, ToolChoice, VmOptions } from './codecall-options.ts';
export type { CodeCall } from './codecall.ts';
export { CodeCallPlugin } from './codecall-plugin.ts';
