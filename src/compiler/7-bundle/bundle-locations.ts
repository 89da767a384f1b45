/* Part of bundles of Node: where the bundle and the files beside it are. Without side effects and imports, so that bundlers drop what is unused. */

/** Absolute path of a file beside the bundle. */
export const service$path = /* @__PURE__ */ (
  () =>
  (path: string): string =>
    process.getBuiltinModule('node:path').join(__dirname, path)
)();

/** Its `file:` URL. */
export const service$url = /* @__PURE__ */ (
  () =>
  (path: string): string =>
    process.getBuiltinModule('node:url').pathToFileURL(process.getBuiltinModule('node:path').join(__dirname, path)).href
)();

/** Stands for `import.meta.url`, which CommonJS does not have: the URL of the bundle. */
export const importMetaUrl = /* @__PURE__ */ (() => process.getBuiltinModule('node:url').pathToFileURL(__filename).href)();
