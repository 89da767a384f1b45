/** Patterns of test files as jest matches them: against absolute paths, whatever the name of the project's folder. */
export function patternsIn(root: string, patterns: readonly string[]): readonly string[] {
  // jest turns a backslash before a bracket into a slash, so what is special in the folder's name is matched as any character.
  const folder = root.replaceAll('\\', '/').replaceAll(/[[\]{}()!+@*?]/g, '?');
  return patterns.map((pattern) => {
    const [, not = '', path = ''] = /^(!?)(?:<rootDir>\/|\.\/)?(.*)$/s.exec(pattern) ?? [];
    return /^(?:\/|\*\*|[A-Za-z]:)/.test(path) ? pattern : `${not}${folder}/${path}`;
  });
}
