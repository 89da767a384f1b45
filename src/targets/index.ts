import type { Target } from '../compiler/target.ts';

/** `--target` value → its module, loaded only when asked for. */
const loaders: Readonly<Record<string, () => Promise<Target>>> = {
  node: async () => (await import('./node/target.ts')).nodeTarget,
  worker: async () => (await import('./worker/target.ts')).workerTarget,
  serverless_a: async () => (await import('./serverless_a.ts')).serverlessATarget,
  serverless_b: async () => (await import('./serverless_b.ts')).serverlessBTarget,
  distributed: async () => (await import('./distributed/target.ts')).distributedTarget,
  cli: async () => (await import('./cli/target.ts')).cliTarget,
  browser: async () => (await import('./browser.ts')).browserTarget,
  sdk: async () => (await import('./sdk/target.ts')).sdkTarget,
  mcpb: async () => (await import('./mcpb/target.ts')).mcpbTarget,
};

/** The values of `--target`, in the order of the documents. */
export const targetNames: readonly string[] = Object.keys(loaders);

/** Undefined for a name that is not in {@link targetNames}. */
export async function loadTarget(name: string): Promise<Target | undefined> {
  return Object.hasOwn(loaders, name) ? loaders[name]?.() : undefined;
}
