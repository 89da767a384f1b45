import base from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core';

// A CommonJS module for the compiler of TypeScript, and an ES module where it runs.
const variant = 'default' in base ? base.default : base;

/**
 * Makes instances of the engine, each with a memory of its own.
 * @param wasmModule absent without a build: then each instance reads and compiles the file of the package
 */
export function engineOf(wasmModule: WebAssembly.Module | undefined): () => Promise<QuickJSWASMModule> {
  const chosen = wasmModule === undefined ? variant : newVariant(variant, { wasmModule });
  return () => newQuickJSWASMModuleFromVariant(chosen);
}
