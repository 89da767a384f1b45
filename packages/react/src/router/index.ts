'use client';
/** Lets a model move a page: React Router 6.4, 7 and 8 by a hook, any other router by an adapter. */
export { connectRouter, createRouterEntries, type RouteLocation, type RouterAdapter } from './route-entries.ts';
export { useRouterBridge, type RouterBridgeOptions } from './use-router-bridge.ts';
