/*
 * What an import of a file is, for `compilerOptions.types: ["node", "@service/sdk/assets"]`. Texts and modules of WebAssembly become part
 * of the bundle on every target. Endings that `build.loader` adds are declared by the project in the same way.
 */

/** Merges with that of `lib.dom.d.ts`, which also declares what to do with a module. */
declare namespace WebAssembly {
  interface Module {}
}

declare module '*.md' {
  const text: string;
  export default text;
}
declare module '*.markdown' {
  const text: string;
  export default text;
}
declare module '*.txt' {
  const text: string;
  export default text;
}
declare module '*.sql' {
  const text: string;
  export default text;
}
declare module '*.html' {
  const text: string;
  export default text;
}
declare module '*.htm' {
  const text: string;
  export default text;
}
declare module '*.graphql' {
  const text: string;
  export default text;
}
declare module '*.gql' {
  const text: string;
  export default text;
}
declare module '*.csv' {
  const text: string;
  export default text;
}
declare module '*.wasm' {
  const module: WebAssembly.Module;
  export default module;
}
/** Of a widget: part of its document. */
declare module '*.css' {}
declare module '*.node' {
  /** What the add-on exports; it has no types of its own. */
  const addon: unknown;
  export default addon;
}
