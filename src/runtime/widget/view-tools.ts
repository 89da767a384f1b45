import type { Json, JsonObject } from '../model/index.ts';
import { fieldsOf, isRecord } from '../std/index.ts';
import type { HostConnection } from './host-connection.ts';
import type { WidgetPart } from './widget-part.ts';

/** A tool that a widget gives to its host, until it is taken back or the widget is gone. */
export interface ViewTool {
  /** Name, for the model. */
  readonly name: string;
  /** What it does, for the model. */
  readonly description?: string;
  /** Its arguments as JSON Schema; none when absent. Hosts need not check what they send: check it yourself. */
  readonly inputSchema?: JsonObject;
  /** Answers a call; what it throws is told to the host as a tool that failed. */
  execute(args: JsonObject): Json | undefined | Promise<Json | undefined>;
}

/** Tools of the view (`ui.widgetCapabilities.toolListChanged`): the host lists and calls them, and hears when they change. */
export function viewTools(): WidgetPart {
  const tools = new Map<string, ViewTool>();
  let host: HostConnection | undefined;
  const listed = (): object => ({
    tools: [...tools.values()].map(({ description, inputSchema = { type: 'object' }, name }) => ({ name, description, inputSchema })),
  });
  const call = async ({ arguments: args, name }: Readonly<Record<string, unknown>>): Promise<object> => {
    try {
      const tool = tools.get(String(name));
      if (tool === undefined) throw new Error(`no tool is named ${String(name)}`);
      return resultOf(await tool.execute(fieldsOf(args) as JsonObject));
    } catch (error) {
      return { ...resultOf(String(error)), isError: true };
    }
  };
  const changed = (bridge: { initialize(): Promise<void> }): void =>
    void bridge.initialize().then(() => host?.notify('notifications/tools/list_changed', {}));
  return {
    connect: (next) => (window, heard) => {
      const inner = next(window, { ...heard, answers: new Map([...heard.answers, ['tools/list', listed], ['tools/call', call]]) });
      host = {
        ...inner,
        send: (method, params, ms) => inner.send(method, method === 'ui/initialize' ? withTools(params) : params, ms),
      };
      return host;
    },
    members: (bridge) => ({
      registerTool: (tool: ViewTool) => {
        tools.set(tool.name, tool);
        changed(bridge);
      },
      unregisterTool: (name: string) => {
        if (tools.delete(name)) changed(bridge);
      },
    }),
  };
}

const withTools = (params: object): object => {
  const { appCapabilities } = fieldsOf(params);
  return { ...params, appCapabilities: { ...fieldsOf(appCapabilities), tools: { listChanged: true } } };
};

const resultOf = (value: Json | undefined): object => ({
  content: [{ type: 'text', text: typeof value === 'string' ? value : (JSON.stringify(value) ?? '') }],
  ...(isRecord(value) ? { structuredContent: value } : {}),
});
