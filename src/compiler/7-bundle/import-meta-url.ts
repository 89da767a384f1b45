/**
 * Stands for `import.meta.url` in a CommonJS bundle, which has none: the URL of the bundle itself. Pure and without an import, so that it
 * leaves no trace where nothing asks for it.
 */
export const importMetaUrl = /* @__PURE__ */ (() => process.getBuiltinModule('node:url').pathToFileURL(__filename).href)();
