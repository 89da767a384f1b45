/* A stand-in of `navigator.modelContext` as browsers had it before March 2026: no signal, no promise, and no second tool of one name. */
interface EarlierTool {
  readonly name: string;
  readonly execute: (input: object, client: object) => Promise<unknown>;
}

const tools = new Map<string, EarlierTool>();
const modelContext = {
  registerTool: (tool: EarlierTool): void => {
    if (tools.has(tool.name)) throw new Error('Duplicate tool name');
    tools.set(tool.name, tool);
  },
  unregisterTool: (name: string): void => void tools.delete(name),
};
Object.defineProperty(navigator, 'modelContext', { value: modelContext });
Object.assign(globalThis, {
  names: () => [...tools.keys()].toSorted(),
  call: (name: string, input: object) => tools.get(name)?.execute(input, { requestUserInteraction: async () => undefined }),
});
