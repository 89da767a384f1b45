export { startNode } from '../../../../src/runtime/hosts/node.ts';
export type { HostedServer, HostSettings } from '../../../../src/runtime/hosts/host-settings.ts';
