export { WebMcpPlugin, type FollowCaller, type WebMcpCaller, type WebMcpOptions } from './webmcp-plugin.ts';
