export { startNode } from '../../../../src/runtime/hosts/node.ts';
export type { NodeSettings, StartNodeOptions } from '../../../../src/runtime/hosts/node.ts';
