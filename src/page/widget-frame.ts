import type { JsonObject } from '@service/sdk/model';
import { ViewHost, watchedDocument, type ViewHostSettings } from '@service/sdk/widget-host';

/** A widget in its sandbox: a frame of another origin, in which a frame without an origin holds the widget. */
export class WidgetFrame {
  readonly #frame = document.createElement('iframe');
  readonly #stop = new AbortController();
  readonly host: ViewHost;

  constructor(
    container: Element,
    {
      csp,
      html,
      maxHeight,
      sandbox,
      ...settings
    }: Omit<ViewHostSettings, 'post'> & {
      readonly sandbox: string;
      readonly csp: JsonObject;
      readonly maxHeight: number;
    },
  ) {
    const frame = this.#frame;
    frame.title = 'Widget';
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
    this.host = new ViewHost({
      ...settings,
      html: watchedDocument(html),
      // A frame that is gone hears nothing more.
      post: (message) => frame.contentWindow?.postMessage(message, sandbox),
      changed: (change) => {
        if (change.height !== undefined) frame.style.height = `${Math.min(change.height, maxHeight)}px`;
        settings.changed?.(change);
      },
    });
    addEventListener(
      'message',
      ({ data, origin, source }) => {
        if (source === frame.contentWindow && origin === sandbox) void this.host.hear(data);
      },
      { signal: this.#stop.signal },
    );
    frame.src = `${sandbox}/?csp=${encodeURIComponent(JSON.stringify(csp))}`;
    container.replaceChildren(frame);
  }

  remove(): void {
    this.#stop.abort();
    this.#frame.remove();
  }
}
