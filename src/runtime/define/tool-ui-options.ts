/** Widget of a tool: what hosts show with its result. */
export interface ToolUiOptions {
  /**
   * What is shown: HTML or Markdown, or { file } with a path relative to the file that declares the tool.
   *
   * A file ending in .tsx or .jsx has a component of React as its default export, one in .ts or .js a function that returns HTML; .html and
   * .md files are shown as they are. In HTML and Markdown, `data-text="output.city"` shows a value. Absent: the tool has no widget of its
   * own, and `visibility` says whether widgets may call it.
   *
   * @accepts any
   * @rule widgetTemplate
   * @example
   * const forecast = tool({ name: 'forecast', ui: { template: { file: './forecast.widget.tsx' } } })(() => ({ sky: 'clear' }));
   */
  readonly template?:
    | string
    | {
        /** Path of the file, relative to the one that declares the tool. */
        readonly file: string;
      };
  /**
   * What a template text is.
   *
   * With `auto`, a text that begins with `<` is HTML and any other is Markdown; files say it by their ending.
   *
   * @default 'auto'
   */
  readonly uiType?: 'auto' | 'html' | 'markdown' | 'react';
  /**
   * Who may call the tool: the model, widgets of this server, or both.
   *
   * Both when absent. Hosts hide a tool from the model that is for `app` alone.
   *
   * @rule widgetVisibility
   * @example
   * const next = tool({ name: 'next_page', ui: { visibility: ['app'] } })(() => ({ rows: [] }));
   */
  readonly visibility?: readonly ('model' | 'app')[];
  /** Whether widgets may call it. @default true @noEffect when visibility is given: visibility decides */
  readonly widgetAccessible?: boolean;
  /** What the widget shows, for the model. */
  readonly widgetDescription?: string;
  /** Whether the host draws a border; the host decides when absent. */
  readonly prefersBorder?: boolean;
  /** Origin that the host runs the widget on, in the form that this host asks for. */
  readonly sandboxDomain?: string;
  /** What the widget asks the browser for; hosts may refuse it. */
  readonly permissions?: {
    /** Camera. @default false */
    readonly camera?: boolean;
    /** Microphone. @default false */
    readonly microphone?: boolean;
    /** Where the device is. @default false */
    readonly geolocation?: boolean;
    /** Writing to the clipboard. @default false */
    readonly clipboardWrite?: boolean;
  };
  /**
   * Origins that the widget reaches, beside those that its code names.
   *
   * The build finds literal addresses in the code. An entry that is no `https` origin is left out, with a warning.
   *
   * @example
   * const map = tool({
   *   name: 'map',
   *   ui: { template: { file: './map.widget.ts' }, csp: { connectDomains: ['https://tiles.example'] } },
   * })(() => ({ zoom: 3 }));
   */
  readonly csp?: {
    /** For fetch, event streams and sockets: `https://` or `wss://`. */
    readonly connectDomains?: readonly string[];
    /** For scripts, styles, images, fonts and media. */
    readonly resourceDomains?: readonly string[];
    /** For frames. */
    readonly frameDomains?: readonly string[];
  };
  /** What HTML of a template function may hold. */
  readonly contentSecurity?: {
    /** Links that run code. @default false */
    readonly allowUnsafeLinks?: boolean;
    /** Handlers such as onclick. @default false */
    readonly allowInlineScripts?: boolean;
    /** Anything. @default false */
    readonly bypassSanitization?: boolean;
  };
  /** Height in pixels before anything is shown. @minimum 1 */
  readonly preferredHeight?: number;
  /** Least height in pixels. @minimum 1 */
  readonly minHeight?: number;
  /** Greatest height in pixels; beyond it the widget scrolls. @minimum 1 */
  readonly maxHeight?: number;
  /** Tell the host how high the content is. @default true */
  readonly autoResize?: boolean;
  /**
   * Also speak `window.openai`, for hosts that have that alone: 0.9 kB of the document, gzipped.
   *
   * Hosts that have both, such as ChatGPT, are spoken to by MCP Apps.
   *
   * @default false
   */
  readonly openai?: boolean;
  /** What the widget gives to its host. */
  readonly widgetCapabilities?: {
    /**
     * Tools of the widget itself: `registerTool` and `unregisterTool` of its bridge.
     *
     * @default false
     */
    readonly toolListChanged?: boolean;
  };
  /** Texts of the host while the tool runs and afterwards. */
  readonly invocationStatus?: {
    /** While it runs. */
    readonly invoking?: string;
    /** Afterwards. */
    readonly invoked?: string;
  };
  /** URI of the widget; `ui://widget/<tool>.html` when absent. @rule widgetUri */
  readonly resourceUri?: string;
  /** How the page is served: always as one document. @default 'auto' */
  readonly servingMode?: 'auto' | 'inline';
}
