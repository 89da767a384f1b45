/** What the process that loads a config tells the command line, once. */
export type ConfigReport =
  | {
      readonly kind: 'value';
      /** JSON of the module's exports. */
      readonly text: string;
    }
  | { readonly kind: 'threw'; readonly message: string };
