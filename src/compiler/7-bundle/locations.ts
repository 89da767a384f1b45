/*
 * Part of CommonJS bundles: resolves the files that modules of the sources name. Without side effects and imports, so that bundlers drop it
 * when no module uses it.
 */

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
