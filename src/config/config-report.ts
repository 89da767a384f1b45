/** The one message of the process that evaluates a config to the command line. */
export type ConfigReport =
  | {
      readonly kind: 'value';
      /** JSON of the module's exports. */
      readonly text: string;
    }
  | { readonly kind: 'threw'; readonly message: string };
