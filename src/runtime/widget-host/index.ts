/*
 * The host's side of widgets: the sandbox they are shown in, its policy, what hosts offer, and the answers a view gets. It runs in
 * tests and in the page of `service dev`; how messages reach the frame is the caller's.
 */
export { platforms, type WidgetPlatform, type WidgetPlatformName } from './platforms.ts';
export { widgetPolicy } from './policy.ts';
export { sandboxPage, watchedDocument } from './sandbox-page.ts';
export { ViewHost, type ServerAnswer, type ViewChange, type ViewHostSettings } from './view-host.ts';
export type { ViewMessage, ViewViolation } from './view-message.ts';
export { appToolsOf, widgetUriOf } from './widget-tools.ts';
