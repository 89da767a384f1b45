// Resolve hook of a checkout: adds the export condition that points at the sources.
/**
 * @param {string} specifier
 * @param {{ conditions: readonly string[] }} context
 * @param {(specifier: string, context: object) => unknown} nextResolve
 */
export function resolve(specifier, context, nextResolve) {
  return nextResolve(specifier, { ...context, conditions: ['service-source', ...context.conditions] });
}
