import type { Connect } from './host-connection.ts';
import type { WidgetBridge } from './widget-types.ts';

/** What a widget has beside the bridge where its declaration asks for it; no other document carries a byte of it. */
export interface WidgetPart {
  /** The connection that it puts around another. */
  readonly connect: (next: Connect) => Connect;
  /** Members of the bridge that it adds or replaces. */
  readonly members: (bridge: WidgetBridge) => object;
}
