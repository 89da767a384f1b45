import type { JsonObject } from '../model/index.ts';

/** What a host of MCP Apps says of itself in its answer to `ui/initialize`, and whether it shows widgets at all. */
export interface WidgetPlatform {
  readonly name: string;
  readonly capabilities: JsonObject;
  readonly displayModes: readonly string[];
  /** Pixels of its frame. */
  readonly width: number;
  readonly maxHeight: number;
  /** It tells the widget what the call was made with. */
  readonly sendsInput: boolean;
  /** It takes policies, borders and calls from the keys `openai/…` too. */
  readonly readsAliases: boolean;
}

const whole: JsonObject = {
  openLinks: {},
  serverTools: {},
  serverResources: {},
  logging: {},
  updateModelContext: {},
  message: {},
};
const without = (...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)));

const strict: WidgetPlatform = {
  name: 'service-testing',
  capabilities: whole,
  displayModes: ['inline', 'fullscreen', 'pip'],
  width: 494,
  maxHeight: 5000,
  sendsInput: true,
  readsAliases: false,
};

/** Hosts as they were seen in August 2026: frame, modes, and what they do not offer. `strict` is the norm alone. */
export const platforms = {
  strict,
  claude: { ...strict, name: 'claude-ai', displayModes: ['inline', 'fullscreen'], width: 720 },
  openai: { ...strict, name: 'openai-mcp', width: 768, maxHeight: 400, readsAliases: true },
  vscode: { ...strict, name: 'Visual Studio Code', capabilities: without('message'), displayModes: ['inline'], maxHeight: 720 },
  cursor: {
    ...strict,
    name: 'cursor-vscode',
    capabilities: without('message', 'updateModelContext'),
    displayModes: ['inline'],
    width: 649,
    maxHeight: 800,
  },
  goose: { ...strict, name: 'goose-desktop', capabilities: without('serverTools', 'serverResources', 'message', 'logging'), width: 1274 },
  slack: {
    ...strict,
    name: 'slack',
    capabilities: without('message', 'updateModelContext'),
    displayModes: ['inline', 'fullscreen'],
    width: 598,
  },
  inspector: {
    ...strict,
    name: 'mcp-inspector',
    capabilities: without('message', 'updateModelContext'),
    displayModes: ['inline', 'fullscreen'],
    width: 392,
    maxHeight: 650,
    sendsInput: false,
  },
} as const satisfies Readonly<Record<string, WidgetPlatform>>;

/** Names of hosts that tests can be: `strict` is the norm alone. */
export type WidgetPlatformName = keyof typeof platforms;
