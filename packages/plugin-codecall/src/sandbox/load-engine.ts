import base from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core';

// A CommonJS module for the compiler of TypeScript, and an ES module where it runs.
const variant = 'default' in base ? base.default : base;

/** `WebAssembly.Module`, whose type is that of a platform, as the engine takes it. */
type CompiledEngine = Parameters<typeof newVariant>[1]['wasmModule'];

const pageBytes = 65_536;

/**
 * Makes instances of the engine, each with a memory of its own.
 * @param wasmModule absent without a build: then each instance reads and compiles the file of the package
 */
export function engineOf(wasmModule: CompiledEngine): (maxBytes: number) => Promise<QuickJSWASMModule> {
  const chosen = wasmModule === undefined ? variant : newVariant(variant, { wasmModule });
  return async (maxBytes) => {
    const engine = await newQuickJSWASMModuleFromVariant(chosen);
    limitMemory(engine.getWasmMemory() as GrowingMemory, maxBytes);
    return engine;
  };
}

/** `WebAssembly.Memory`, whose type is that of a platform. */
interface GrowingMemory {
  readonly buffer: { readonly byteLength: number };
  grow: (pages: number) => number;
}

/**
 * The engine's own limit holds for each piece alone: compiled to WebAssembly it does not know how large the pieces are that it has. So its memory
 * does not grow beyond a size, and the engine is told that there is no more.
 */
function limitMemory(memory: GrowingMemory, maxBytes: number): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * pageBytes > maxBytes) throw new RangeError('the memory of a script is limited');
    return grow(pages);
  };
}
