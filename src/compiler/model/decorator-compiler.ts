/** Compiles the files of a project whose decorators need the types of what they decorate (`emitDecoratorMetadata`). */
export interface DecoratorCompiler {
  /** Absolute paths of the files with decorators. */
  readonly files: readonly string[];
  /**
   * JavaScript by path.
   * @param texts current texts of those files, by absolute path
   */
  compile(texts: ReadonlyMap<string, string>, options?: { readonly withMap?: boolean }): ReadonlyMap<string, string>;
}
