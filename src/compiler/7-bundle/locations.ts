/*
 * Goes into CommonJS bundles: where a module of the sources finds the files that it names. Pure, and without an import, so that it leaves
 * no trace where no module asks.
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
